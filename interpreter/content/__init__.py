"""From YAML files to a ruleset."""
