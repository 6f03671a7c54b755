"""The same programs as Python source over the flat state; `Compiled` runs them."""
