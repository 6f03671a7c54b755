/* The driver of generated programs, and the type Python sees: the same rules as `engine/machine.py`. */

/* --- the flow, and what there is of limited resources */

static int next_phase(State *g) {
    num *c = g->c;
    int program = -1;
    while (program < 0 && c[AT_PHASE] != OVER) {
        if (c[AT_PHASE] == SETUP) { c[AT_PHASE] = PLAYING; program = SETUP_PROGRAM; }
        else if (c[AT_PHASE] == PLAYING && !c[AT_ENDED]) { c[AT_ROUND]++; program = ROUND_PROGRAM; }
        else if (c[AT_PHASE] == PLAYING) { c[AT_PHASE] = FINISH; c[AT_TURN] = -1; program = FINISH_PROGRAM; }
        else {
            c[AT_PHASE] = OVER;
            failed = arena_used = 0;
            for (int i = 0; i < SCORES; i++) {
                num points[SEATS];
                for (int p = 0; p < SEATS; p++) points[p] = SCORING[i].amount(g, p, -1);
                if (failed) give_up();
                for (int p = 0; p < SEATS; p++)
                    if (!gain(g, p, SCORE, points[p] < SCORING[i].cap ? points[p] : SCORING[i].cap)) give_up();
            }
        }
    }
    return program;
}

/* --- running */

static int run(State *g) {
    for (;;) {
        if (g->now.fp < 0) {
            if (trying) return SURE;
            int program = next_phase(g);
            if (program < 0) return IS_OVER;
            freed = ~(num)0;
            push(g, program, -1, 1);
        }
        if (--fuel < 0) give_up();
        int came = UNITS[top(g)[PROGRAM]](g);
        if (came != GOES_ON) return came;
    }
}

static num goes_to(const Question *q, num answer) {
    if (answer == DECLINE) return q->exit;
    return q->kind == BRANCH || q->kind == ORDER ? q->ways[answer] : q->next;
}

/* Whether nothing can fail from a position of a frame on, as far as a trial looks. */
static int is_safe(const num *f, num position) {
    const uint8_t *known = SAFE[f[PROGRAM]] + 2 * position;
    return known[0] && (known[1] || f[BELOW]);
}

/* Carries an answer out; returns whether it is possible. */
static int take(State *g, const Question *q, Ways ways, num answer) {
    num *f = top(g);
    f[POSITION] = goes_to(q, answer);
    if (answer == DECLINE) return 1;
    if (q->kind == PLACE) f[q->slot] = answer;
    else if (q->kind == ORDER) f[q->slot] |= 1LL << answer;
    else if (q->kind == PAY || q->kind == TAKE) {
        const num *amounts = ways.amounts + answer * RESOURCES;
        for (int r = 0; r < RESOURCES; r++) {
            num n = amounts[r];
            if (!n) continue;
            if (q->kind == TAKE) { num left = left_of(g, r); if (left < n) n = left; }
            if (!gain(g, f[ME], r, q->kind == PAY ? -n : n)) return 0;
        }
    }
    return 1;
}

/* What a trial has to put back: the frames, which are copied, and how far the rest had come. */
typedef struct { int fp, sp, depth, copied, sets, noted, trying; } Mark;

static num *copies;
static int copied, copies_size;

static Mark begin_trial(State *g) {
    Frames *s = &g->now;
    Mark mark = {s->fp, s->sp, s->depth, copied, trial_used, noted, trying};
    while (copied + s->sp > copies_size) grow((void **)&copies, &copies_size, sizeof *copies);
    memcpy(copies + copied, s->words, s->sp * sizeof *copies);
    copied += s->sp;
    trying = 1;
    return mark;
}

static void end_trial(State *g, Mark mark) {
    Frames *s = &g->now;
    while (noted > mark.noted) {
        noted--;
        g->c[journal[noted].cell] = journal[noted].value;
    }
    memcpy(s->words, copies + mark.copied, mark.sp * sizeof *copies);
    s->fp = mark.fp;
    s->sp = mark.sp;
    s->depth = mark.depth;
    copied = mark.copied;
    trial_used = mark.sets;
    trying = mark.trying;
}

static int continues(State *g);

/* Whether everything after an answer can be carried out somehow; nothing changes. */
static int allowed(State *g, const Question *q, Ways ways, num answer) {
    if (is_safe(top(g), goes_to(q, answer))) return 1;
    if (nested >= MOST_NESTED) give_up();
    nested++;
    Mark mark = begin_trial(g);
    int found = take(g, q, ways, answer) && continues(g);
    end_trial(g, mark);
    nested--;
    return found;
}

/* Whether an answer gives something up: the shortest ways on are tried first. */
static int passive(const Question *q, num answer) {
    return answer == DECLINE || (q->kind >= BRANCH && q->kind <= ORDER && q->passive >> answer & 1);
}

/* In a trial: whether the present frames can be carried out somehow. */
static int continues(State *g) {
    int came = run(g);
    if (came != ASKS) return came == SURE;
    const Question *q = asked;
    int first = option_count, count = q->answers(g, top(g), 0), found = 0;
    if (count < 0) return 0;
    Ways ways = ways_found;
    for (int pass = 0; pass < 2 && !found; pass++)
        for (int i = 0; i < count && !found; i++) {
            num answer = options[first + i];
            if (passive(q, answer) != pass) found = allowed(g, q, ways, answer);
        }
    option_count = first;
    return found;
}

/* Whether the frame on top could be carried out up to the end of its part; nothing changes. */
static int could(State *g, int part, num position) {
    const num *f = top(g);
    Mark mark = begin_trial(g);
    push(g, part, f[ME], 1);
    num *h = top(g);
    h[PREVIOUS] = -1;
    h[POSITION] = position;
    memcpy(h + SLOT, f + SLOT, SLOTS_OF[part] * sizeof(num));
    int found = continues(g);
    end_trial(g, mark);
    return found;
}

/* --- questions */

typedef struct {
    PyObject_HEAD
    State *g;
    const Question *q;
    Ways ways;
    num *answers;
    int count, size, player, given_up;
    int *record, recorded, record_size;
} Game;

/* Looks at additional actions again only after something was written that bears on them. */
static Known *up_to_date(State *g) {
    if (freed) {
        num first = ~freed, decided = ~(freed >> EXTRA_ACTIONS);
        for (int p = 0; p <= SEATS; p++) {
            g->known[p].shut &= first;
            g->known[p].seen &= decided;
        }
        freed = 0;
    }
    return g->known;
}

static int begins(State *g, int action, num player) {
    const Question *q = FIRST_QUESTION[action];
    if (!q) return 1;
    num f[FRAME + MOST_SLOTS] = {-1, 1, ANY_TIME[action], 0, player};
    int before = option_count, found = q->answers(g, f + 2, 1);
    option_count = before;
    return found > 0;
}

/* Whether an additional action can be carried out somehow: by itself, with nothing below it that
   could fail, or above the frames it would interrupt. */
static int possible(State *g, int program, num player, int alone) {
    Mark mark = begin_trial(g);
    if (!alone && g->c[AT_ANNOUNCED]) copy_frames(&g->now, &g->announced);
    push(g, program, player, alone);
    if (alone) top(g)[PREVIOUS] = -1;
    int found = continues(g);
    end_trial(g, mark);
    return found;
}

static void add_extras(State *g, num player) {
    if (g->c[AT_TURN] != player || g->c[AT_EXTRA]) return;
    Known *known = &up_to_date(g)[player + 1];
    const Frames *base = g->c[AT_ANNOUNCED] ? &g->announced : &g->now;
    const num *f = base->words + base->fp;
    int sure = is_safe(f, f[POSITION]);
    for (int i = 0; i < EXTRA_ACTIONS; i++) {
        num bit = 1LL << i;
        int program = ANY_TIME[i];
        if (known->shut & bit) continue;
        if (!(known->seen & bit)) {
            if (!begins(g, i, player)) { known->shut |= bit; continue; }
            known->seen |= bit;
            if (possible(g, program, player, 1)) known->able |= bit;
            else known->able &= ~bit;
        }
        if (known->able & bit && (sure || possible(g, program, player, 0))) offer(EXTRAS + i);
    }
}

static int is_extra(num answer) { return answer > DECLINE && answer < EXTRAS + EXTRA_ACTIONS; }

static void taken(State *g, const Question *q, Ways ways, num answer, int forced) {
    if (is_extra(answer)) {
        num me = top(g)[ME];
        if (g->c[AT_ANNOUNCED]) copy_frames(&g->now, &g->announced);
        g->c[AT_ANNOUNCED] = 0;
        g->c[AT_EXTRA] = 1;
        push(g, ANY_TIME[answer - EXTRAS], me, is_safe(top(g), top(g)[POSITION]));
        return;
    }
    if (!q->writes && !forced && !g->c[AT_ANNOUNCED]) {
        copy_frames(&g->announced, &g->now);
        g->c[AT_ANNOUNCED] = 1;
    }
    if (!take(g, q, ways, answer)) give_up();
    if (q->writes) {
        g->c[AT_ANNOUNCED] = g->c[AT_EXTRA] = 0;
        freed |= q->freed;
    }
}

/* Answers the question by itself if there is nothing to decide; else keeps the options. */
static int waits(Game *game, const Question *q) {
    State *g = game->g;
    num *f = top(g), player = f[ME];
    option_count = 0;
    int count = q->answers(g, f, 0);
    if (count < 0) give_up();
    Ways ways = ways_found;
    if (q->alone && count == 1 && player < PEOPLE) { taken(g, q, ways, options[0], 1); return 0; }
    int found = 0;
    for (int i = 0; i < count; i++) {
        num answer = options[i];
        option_count = count;
        if (allowed(g, q, ways, answer)) options[found++] = answer;
        if (found && player >= PEOPLE) break;
    }
    option_count = found;
    if (player < PEOPLE && !(q->alone && found == 1)) add_extras(g, player);
    if (!option_count) give_up();
    if (option_count == 1 || player >= PEOPLE) { taken(g, q, ways, options[0], 1); return 0; }
    while (game->size < option_count) grow((void **)&game->answers, &game->size, sizeof(num));
    memcpy(game->answers, options, option_count * sizeof(num));
    game->q = q;
    game->ways = ways;
    game->count = option_count;
    game->player = player;
    return 1;
}

static void settle(Game *game) {
    State *g = game->g;
    game->count = 0;
    fuel = FUEL;
    do {
        int came = run(g);
        if (came == FAILS) give_up();
        if (came == IS_OVER) { game->player = -1; return; }
    } while (!waits(game, asked));
}

/* Runs work on a game; if it gives up, the game is left to Python. */
static int guarded(Game *game, int answer) {
    if (setjmp(way_out)) { game->given_up = 1; game->count = 0; return 0; }
    trying = nested = failed = noted = copied = formulas = trial_used = 0;
    if (answer >= 0) {
        freed = 0;
        taken(game->g, game->q, game->ways, game->answers[answer], 0);
    } else freed = ~(num)0;
    settle(game);
    /* What was written last bears on the additional actions of the next answer. */
    up_to_date(game->g);
    return 1;
}

/* --- states in and out */

static State *spare[64];
static int spares;

static State *fresh_state(void) {
    State *g = spares ? spare[--spares] : malloc(sizeof(State));
    if (!g) PyErr_NoMemory();
    return g;
}

static void clear_frames(Frames *s) {
    s->fp = -1;
    s->sp = s->depth = 0;
}

static void clear(State *g) {
    clear_frames(&g->now);
    clear_frames(&g->announced);
    g->pool_used = 0;
    memset(g->known, 0, sizeof g->known);
}

static PyObject *as_tuple(const num *p, num n) {
    PyObject *found = PyTuple_New(n);
    for (num i = 0; found && i < n; i++) PyTuple_SET_ITEM(found, i, PyLong_FromLongLong(p[i]));
    return found;
}

/* Returns frames as `engine/stack.py` packs them. */
static PyObject *packed(State *g, const Frames *s) {
    num words[STACK + POOL + 1];
    int n = 0;
    for (int at = 2; at < s->sp;) {
        const num *f = s->words + at;
        int slots = SLOTS_OF[f[PROGRAM]];
        for (int i = 0; i < SLOT + slots; i++) {
            if (i < SLOT || f[i] > SET_TAG) { words[n++] = f[i]; continue; }
            Set set = set_of(g, f[i]);
            words[n++] = SET_TAG;
            words[n++] = set.n;
            memcpy(words + n, set.p, set.n * sizeof(num));
            n += set.n;
        }
        at += FRAME + slots;
    }
    return as_tuple(words, n);
}

static PyObject *cells_of(State *g) {
    PyObject *found = PyList_New(CELLS);
    static num members[COMPONENTS + 1];
    if (!found) return NULL;
    for (int i = 0; i < CELLS; i++) {
        PyObject *value;
        if (i == AT_STACK) value = packed(g, &g->now);
        else if (i == AT_ANNOUNCED) value = g->c[i] ? packed(g, &g->announced) : PyTuple_New(0);
        else if (i == AT_SEED) value = PyLong_FromUnsignedLongLong(g->c[i]);
        else if (i >= FIRST_ZONE && i < FIRST_ZONE + ZONES) {
            num x = g->c[HEAD_OF + i - FIRST_ZONE];
            for (num k = 0; k < g->c[i]; k++, x = g->c[NEXT_OF + x]) members[k] = x;
            value = as_tuple(members, g->c[i]);
        } else value = PyLong_FromLongLong(g->c[i]);
        if (!value) { Py_DECREF(found); return NULL; }
        PyList_SET_ITEM(found, i, value);
    }
    return found;
}

static num number_at(PyObject *tuple, Py_ssize_t i) {
    return i < PyTuple_GET_SIZE(tuple) ? PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, i)) : -1;
}

/* Reads packed frames. */
static void unpack(State *g, Frames *s, PyObject *flat) {
    Py_ssize_t at = 0, size = PyTuple_GET_SIZE(flat);
    num below = 1;
    Frames kept = g->now;
    clear_frames(&g->now);
    while (at < size) {
        num program = number_at(flat, at), position = number_at(flat, at + 1);
        num me = number_at(flat, at + 2);
        if (program < 0 || program >= PROGRAMS || me < -1 || me >= SEATS) give_up();
        push(g, program, me, below);
        at += 3;
        num *f = top(g);
        f[POSITION] = position;
        for (int i = SLOT; i < SLOT + SLOTS_OF[program]; i++) {
            num value = number_at(flat, at++);
            if (value < SET_TAG) give_up();
            if (value == SET_TAG) {
                num members = number_at(flat, at++);
                if (members < 0 || members > ARENA) give_up();
                arena_used = 0;
                num *p = room(members);
                for (num k = 0; k < members; k++) p[k] = number_at(flat, at++);
                value = kept_set(g, (Set){p, members});
            }
            f[i] = value;
        }
        below = is_safe(f, position);
    }
    if (s != &g->now) { copy_frames(s, &g->now); copy_frames(&g->now, &kept); }
}

/* Reads a state; one that does not hold together is left to Python. */
static void read_cells(State *g, PyObject *cells) {
    if (!PyList_Check(cells) || PyList_GET_SIZE(cells) != CELLS) give_up();
    num lies[COMPONENTS + 1];
    for (int i = 0; i < ZONES; i++) g->c[HEAD_OF + i] = g->c[TAIL_OF + i] = -1;
    for (int i = 0; i < COMPONENTS; i++) g->c[NEXT_OF + i] = g->c[BEFORE_OF + i] = -1;
    for (int i = 0; i < COMPONENTS; i++) lies[i] = -1;
    for (int i = 0; i < CELLS; i++) {
        PyObject *value = PyList_GET_ITEM(cells, i);
        int lists = i == AT_STACK || i == AT_ANNOUNCED || (i >= FIRST_ZONE && i < FIRST_ZONE + ZONES);
        if (lists != PyTuple_Check(value)) give_up();
        if (i >= FIRST_ZONE && i < FIRST_ZONE + ZONES) {
            num zone = i - FIRST_ZONE;
            g->c[i] = PyTuple_GET_SIZE(value);
            for (num k = 0; k < g->c[i]; k++) {
                num x = number_at(value, k);
                if (x < 0 || x >= COMPONENTS || lies[x] != -1) give_up();
                lies[x] = i;
                link_up(g, k ? number_at(value, k - 1) : -1, x, -1, zone);
            }
        } else if (i == AT_SEED) g->c[i] = PyLong_AsUnsignedLongLong(value);
        else if (i != AT_STACK && i != AT_ANNOUNCED) g->c[i] = PyLong_AsLongLong(value);
    }
    for (int i = 0; i < COMPONENTS; i++) if (g->c[PLACE_OF + i] != lies[i]) give_up();
    if (g->c[AT_TURN] < -1 || g->c[AT_TURN] >= SEATS) give_up();
    PyObject *announced = PyList_GET_ITEM(cells, AT_ANNOUNCED);
    g->c[AT_STACK] = 0;
    g->c[AT_ANNOUNCED] = PyTuple_GET_SIZE(announced) > 0;
    unpack(g, &g->announced, announced);
    unpack(g, &g->now, PyList_GET_ITEM(cells, AT_STACK));
}

/* --- the type */

static PyObject *rejected;  /* the exception for an answer that is none */

static PyObject *game_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    Game *game = (Game *)type->tp_alloc(type, 0);
    if (game && !(game->g = fresh_state())) Py_CLEAR(game);
    if (game) game->given_up = 1;  /* there is nothing here before it begins */
    return (PyObject *)game;
}

static void game_end(Game *game) {
    if (game->g && spares < 64) spare[spares++] = game->g;
    else free(game->g);
    free(game->answers);
    free(game->record);
    Py_TYPE(game)->tp_free((PyObject *)game);
}

/* begin(seed): a game from its set-up on. */
static PyObject *game_begin(Game *game, PyObject *seed) {
    uint64_t key = PyLong_AsUnsignedLongLong(seed);
    if (PyErr_Occurred()) return NULL;
    clear(game->g);
    memcpy(game->g->c, START, sizeof START);
    game->g->c[AT_SEED] = key;
    game->given_up = game->recorded = 0;
    guarded(game, -1);
    Py_RETURN_NONE;
}

/* resume(cells): a game from a state on. */
static PyObject *game_resume(Game *game, PyObject *cells) {
    clear(game->g);
    game->given_up = game->recorded = 0;
    if (setjmp(way_out)) {
        PyErr_Clear();
        game->given_up = 1;
        game->count = 0;
        Py_RETURN_NONE;
    }
    trying = trial_used = 0;
    read_cells(game->g, cells);
    if (PyErr_Occurred()) give_up();
    guarded(game, -1);
    Py_RETURN_NONE;
}

static PyObject *game_choose(Game *game, PyObject *index) {
    long i = PyLong_AsLong(index);
    if (i == -1 && PyErr_Occurred()) return NULL;
    if (i < 0 || i >= game->count) {
        if (game->count) return PyErr_Format(rejected, "there is no option %ld", i);
        return PyErr_Format(rejected, "the game is over");
    }
    if (!game->given_up) {
        while (game->record_size <= game->recorded)
            grow((void **)&game->record, &game->record_size, sizeof(int));
        game->record[game->recorded++] = i;
        if (guarded(game, i)) Py_RETURN_NONE;
        return PyObject_CallMethod((PyObject *)game, "_left_to_python", NULL);
    }
    return PyObject_CallMethod((PyObject *)game, "_choose_in_python", "l", i);
}

static PyObject *answer_of(Game *game, num answer) {
    if (answer == DECLINE) Py_RETURN_NONE;
    if (is_extra(answer))
        return Py_BuildValue("(si)", "extra", (int)(answer - EXTRAS));
    if (game->q->kind != PAY && game->q->kind != TAKE) return PyLong_FromLongLong(answer);
    const num *amounts = game->ways.amounts + answer * RESOURCES;
    PyObject *found = PyList_New(0);
    for (int r = 0; found && r < RESOURCES; r++)
        if (amounts[r]) {
            PyObject *pair = Py_BuildValue("(iL)", r, (long long)amounts[r]);
            if (!pair || PyList_Append(found, pair)) Py_CLEAR(found);
            Py_XDECREF(pair);
        }
    PyObject *tuple = found ? PyList_AsTuple(found) : NULL;
    Py_XDECREF(found);
    return tuple;
}

static PyObject *nothing_here(void) {
    return PyErr_Format(PyExc_RuntimeError, "this game is left to Python");
}

static PyObject *game_answers(Game *game, PyObject *unused) {
    if (game->given_up) return nothing_here();
    PyObject *found = PyTuple_New(game->count);
    for (int i = 0; found && i < game->count; i++) {
        PyObject *answer = answer_of(game, game->answers[i]);
        if (!answer) Py_CLEAR(found);
        else PyTuple_SET_ITEM(found, i, answer);
    }
    return found;
}

static PyObject *game_declining(Game *game, PyObject *unused) {
    if (game->given_up) return nothing_here();
    PyObject *found = PyTuple_New(game->count);
    for (int i = 0; found && i < game->count; i++) {
        num a = game->answers[i];
        PyTuple_SET_ITEM(found, i, PyBool_FromLong(!is_extra(a) && passive(game->q, a)));
    }
    return found;
}

static PyObject *game_place(Game *game, PyObject *unused) {
    if (game->given_up) return nothing_here();
    if (game->g->now.fp < 0) return Py_BuildValue("(ii)", -1, 0);
    num *f = top(game->g);
    return Py_BuildValue("(LL)", (long long)f[PROGRAM], (long long)f[POSITION]);
}

static PyObject *game_state(Game *game, PyObject *unused) {
    return game->given_up ? nothing_here() : cells_of(game->g);
}

static PyObject *game_record(Game *game, PyObject *unused) {
    PyObject *found = PyTuple_New(game->recorded);
    for (int i = 0; found && i < game->recorded; i++)
        PyTuple_SET_ITEM(found, i, PyLong_FromLong(game->record[i]));
    return found;
}

/* take_over(other): be at the same point of the same game. */
static PyObject *game_take_over(Game *game, PyObject *other) {
    if (!PyObject_TypeCheck(other, Py_TYPE(game))) return PyErr_Format(PyExc_TypeError, "not a game");
    Game *from = (Game *)other;
    State *g = game->g, *h = from->g;
    game->count = from->count;
    game->player = from->player;
    game->given_up = from->given_up;
    if (from->given_up) Py_RETURN_NONE;  /* what matters of it lies in Python */
    memcpy(g->c, h->c, sizeof g->c);
    copy_frames(&g->now, &h->now);
    copy_frames(&g->announced, &h->announced);
    g->pool_used = h->pool_used;
    memcpy(g->pool, h->pool, h->pool_used * sizeof(num));
    memcpy(g->known, h->known, sizeof g->known);
    while (game->size < from->count) grow((void **)&game->answers, &game->size, sizeof(num));
    memcpy(game->answers, from->answers, from->count * sizeof(num));
    while (game->record_size < from->recorded)
        grow((void **)&game->record, &game->record_size, sizeof(int));
    memcpy(game->record, from->record, from->recorded * sizeof(int));
    game->recorded = from->recorded;
    game->q = from->q;
    game->ways = from->ways;
    Py_RETURN_NONE;
}

/* look(count, player): what is asked in Python, of a game that is left to it. */
static PyObject *game_look(Game *game, PyObject *args) {
    if (!PyArg_ParseTuple(args, "ii", &game->count, &game->player)) return NULL;
    game->given_up = 1;
    Py_RETURN_NONE;
}

/* key(): equal states have equal numbers, of 64 bits. */
static PyObject *game_key(Game *game, PyObject *unused) {
    if (game->given_up) return PyObject_CallMethod((PyObject *)game, "_key_in_python", NULL);
    State *g = game->g;
    uint64_t h = 0;
    for (int i = 0; i < TOTAL; i++) h = (h ^ (uint64_t)g->c[i]) * 0x9E3779B97F4A7C15ULL + (h >> 29);
    Frames *both[] = {&g->now, g->c[AT_ANNOUNCED] ? &g->announced : NULL};
    for (int b = 0; b < 2 && both[b]; b++)
        for (int i = 0; i < both[b]->sp; i++) {
            num word = both[b]->words[i];
            Set set = set_of(g, word <= SET_TAG ? word : 0);
            h = (h ^ (uint64_t)(word <= SET_TAG ? set.n : word)) * 0x9E3779B97F4A7C15ULL + (h >> 29);
            for (num k = 0; word <= SET_TAG && k < set.n; k++)
                h = (h ^ (uint64_t)set.p[k]) * 0x9E3779B97F4A7C15ULL + (h >> 29);
        }
    return PyLong_FromUnsignedLongLong(h);
}

/* outcome(): (number of the reason, scores, winners). */
static PyObject *game_outcome(Game *game, PyObject *unused) {
    if (game->given_up) return nothing_here();
    State *g = game->g;
    num ranks[SEATS][1 + TIES + 1], scores[SEATS], winners[SEATS];
    int best = 0, count = 0;
    failed = arena_used = 0;
    for (int p = 0; p < SEATS; p++) {
        ranks[p][0] = scores[p] = g->c[AMOUNTS + p * RESOURCES + SCORE];
        for (int t = 0; t < TIES; t++) ranks[p][1 + t] = TIE[t](g, p, -1);
        int better = 0;
        for (int t = 0; t <= TIES && !better; t++)
            better = (ranks[p][t] > ranks[best][t]) - (ranks[p][t] < ranks[best][t]);
        if (better > 0) { best = p; count = 0; }
        if (better >= 0) winners[count++] = p;
    }
    if (failed) Py_RETURN_NONE;
    return Py_BuildValue("(LNN)", (long long)g->c[AT_ENDED], as_tuple(scores, SEATS), as_tuple(winners, count));
}

#define MEMBER(name, about) {#name, T_INT, offsetof(Game, name), READONLY, about}
static PyMemberDef members[] = {
    MEMBER(count, "How many options there are; 0 when the game is over."),
    MEMBER(player, "The seat that is asked."),
    MEMBER(given_up, "Whether the game is left to Python."),
    {NULL}};

#define METHOD(name, arguments, about) {#name, (PyCFunction)game_##name, arguments, about}
static PyMethodDef methods[] = {
    METHOD(begin, METH_O, "Begin a game with the key of a seed."),
    METHOD(resume, METH_O, "Go on from a state."),
    METHOD(choose, METH_O, "Answer with the option at this position."),
    METHOD(answers, METH_NOARGS, "Return the answers; an additional action is ('extra', number)."),
    METHOD(declining, METH_NOARGS, "Return for each option whether it gives something up."),
    METHOD(place, METH_NOARGS, "Return the program that asks, and the position."),
    METHOD(state, METH_NOARGS, "Return the whole state as plain data."),
    METHOD(record, METH_NOARGS, "Return the positions of all answers so far."),
    METHOD(take_over, METH_O, "Be at the same point of the same game as another."),
    METHOD(look, METH_VARARGS, "Take over what is asked in Python."),
    METHOD(key, METH_NOARGS, "Return a number that equal states share."),
    METHOD(outcome, METH_NOARGS, "Return number of the reason, scores, winners."),
    {NULL}};

static PyTypeObject game_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "native.Game",
    .tp_doc = "A game on generated code.",
    .tp_basicsize = sizeof(Game),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = game_new,
    .tp_dealloc = (destructor)game_end,
    .tp_methods = methods,
    .tp_members = members,
};

static PyObject *prepare(PyObject *module, PyObject *exception) {
    Py_XSETREF(rejected, Py_NewRef(exception));
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"prepare", prepare, METH_O, "Take the exception for no answer."}, {NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "orloj_native", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit_orloj_native(void) {
    if (PyType_Ready(&game_type) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Game", (PyObject *)&game_type) < 0) Py_CLEAR(module);
    return module;
}
