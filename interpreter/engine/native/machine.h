/* What generated code uses: the state, frames, sets, writes, chance, payments.
 *
 * The generated file defines before this: CELLS, COMPONENTS, PEOPLE, SEATS, RESOURCES, AMOUNTS,
 * PLACE_OF, FIRST_ZONE, ZONES, MOST_SLOTS, SCORE, EXTRA_ACTIONS, PROGRAMS; and SLOTS_OF (slots of
 * each unit), LEAST and MOST (of each resource), CAPACITY (-1: none) and SORTED of each zone.
 *
 * A state is one array of numbers. The first CELLS mean what they mean in Python, only that a zone's
 * cell holds how many components lie there; their order is a list through the arrays behind.
 * A frame is [previous, below, program, position, me, slots...]; pointers to it point at `program`,
 * so that a slot has the index it has in Python.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <setjmp.h>
#include <stddef.h>
#include <structmember.h>
#include <stdint.h>
#include <string.h>

typedef int64_t num;

enum { AT_STACK, AT_ANNOUNCED, AT_EXTRA, AT_TURN, AT_ROUND, AT_PHASE, AT_ENDED, AT_SEED, AT_SECRET };
enum { SETUP, PLAYING, FINISH, OVER };
enum { PREVIOUS = -2, BELOW = -1, PROGRAM = 0, POSITION = 1, ME = 2, SLOT = 3, FRAME = 5 };
enum { HEAD_OF = CELLS, TAIL_OF = HEAD_OF + ZONES, NEXT_OF = TAIL_OF + ZONES,
       BEFORE_OF = NEXT_OF + COMPONENTS, TOTAL = BEFORE_OF + COMPONENTS };

/* How a run of operations ends. */
enum { GOES_ON, ASKS, SURE, FAILS, IS_OVER };

#define LIMIT 1000000000LL
#define LARGE (1LL << 40)        /* a local number beyond this is left to Python */
#define SET_TAG (-LARGE)         /* SET_TAG - i: the set that begins at pool[i] with its size; behind the pool, in that of trials */
#define GONE INT64_MIN           /* no entry in a table */
#define DECLINE INT64_MIN        /* the answer that skips or stops */
#define EXTRAS (INT64_MIN + 1)   /* EXTRAS + i: additional action i */
#define FUEL 100000              /* a decision that takes more steps is left to Python */
#define MOST_NESTED 100
#define MOST_FRAMES 400
#define STACK (48 * (FRAME + MOST_SLOTS))
#define POOL 4096                /* numbers that sets in frames may take */

typedef struct { const num *p; num n; } Set;
typedef struct { const int *who; int n; } Payers;   /* what can pay a unit of a resource, in order */
typedef struct { int count; const num *amounts; } Ways;   /* way i: amounts from i * RESOURCES */
typedef struct { int fp, sp, depth; num words[STACK]; } Frames;
typedef struct { num shut, seen, able; } Known;

typedef struct {
    num c[TOTAL];
    Frames now, announced;
    int pool_used;
    num pool[POOL];
    Known known[SEATS + 1];
} State;

typedef num (*Formula)(State *, num me, num component);
typedef struct Question Question;
struct Question {
    int (*answers)(State *, num *, int first);
    const int *ways;             /* where each branch goes on */
    num passive;                 /* bits of branches that give something up */
    num freed;                   /* additional actions that an answer bears on */
    int slot, exit, next;
    uint8_t kind, alone, writes;
};
enum { MAY, PLACE, BRANCH, ORDER, PAY, TAKE };   /* kinds; PLACE puts the answer into a slot */

/* --- what is one for all games of the module: nothing runs at the same time as something else */

static int trying, nested, failed, formulas;
static num fuel, freed;
static const Question *asked;
static Ways ways_found;

static struct { int cell; num value; } *journal;
static int noted, journal_size;
static num *options;
static int option_count, options_size;
#define ARENA 1000000
static num arena[ARENA];
static int arena_used;

/* Leaves it to Python to play this game: what is rare is not done here, what is wrong is told there. */
static jmp_buf way_out;
_Noreturn static void give_up(void) { longjmp(way_out, 1); }

static void grow(void **what, int *size, size_t each) {
    *size = *size ? *size * 2 : 1024;
    *what = realloc(*what, *size * each);
    if (!*what) Py_FatalError("out of memory");
}

static inline void note(State *g, int cell) {
    if (noted == journal_size) grow((void **)&journal, &journal_size, sizeof *journal);
    journal[noted].cell = cell;
    journal[noted++].value = g->c[cell];
}

static inline void write_cell(State *g, int cell, num value) {
    if (trying) note(g, cell);
    g->c[cell] = value;
}

static inline void offer(num answer) {
    if (option_count == options_size) grow((void **)&options, &options_size, sizeof *options);
    options[option_count++] = answer;
}

static inline int refuse(void) { failed = 1; return 0; }

/* --- sets: temporary ones lie in the arena, those of frames in the pool of the state, or, in a
   trial, which is soon over, in one that all share */

#define TRIAL_POOL (1 << 20)
static num trial_pool[TRIAL_POOL];
static int trial_used;

static inline num *room(num n) {
    /* Other sets hold pointers into the arena, so it never moves. */
    if (arena_used + n > ARENA) give_up();
    num *found = arena + arena_used;
    arena_used += n;
    return found;
}

static inline int in_set(Set s, num value) {
    for (num i = 0; i < s.n; i++) if (s.p[i] == value) return 1;
    return 0;
}

static inline num place_in(Set s, num value) {
    for (num i = 0; i < s.n; i++) if (s.p[i] == value) return i;
    return -1;
}

static inline num at_place(Set s, num i) { return i >= 0 && i < s.n ? s.p[i] : -1; }
static inline num last_of(Set s) { return s.n ? s.p[s.n - 1] : -1; }

static Set in_zone_order(State *g, num cell) {
    num n = g->c[cell], *p = room(n);
    num x = g->c[HEAD_OF + cell - FIRST_ZONE];
    for (num i = 0; i < n; i++, x = g->c[NEXT_OF + x]) p[i] = x;
    return (Set){p, n};
}

static inline int lies_in(State *g, num x, num cell) {
    return x >= 0 && x < COMPONENTS && g->c[PLACE_OF + x] == cell;
}

static num nth_in_zone(State *g, num cell, num i) {
    if (i < 0 || i >= g->c[cell]) return -1;
    num x = g->c[HEAD_OF + cell - FIRST_ZONE];
    while (i--) x = g->c[NEXT_OF + x];
    return x;
}

static Set reversed(Set s) {
    num *p = room(s.n);
    for (num i = 0; i < s.n; i++) p[i] = s.p[s.n - 1 - i];
    return (Set){p, s.n};
}

static Set numbers(num low, num high) {
    if (high > low + 9999) high = low + 9999;
    num n = high < low ? 0 : high - low + 1, *p = room(n);
    for (num i = 0; i < n; i++) p[i] = low + i;
    return (Set){p, n};
}

/* Adds to a set under construction what it does not hold yet. */
static inline num joined(num *p, num n, Set more) {
    for (num i = 0; i < more.n; i++)
        if (!in_set((Set){p, n}, more.p[i])) p[n++] = more.p[i];
    return n;
}

static int by_number(const void *a, const void *b) {
    num x = *(const num *)a, y = *(const num *)b;
    return (x > y) - (x < y);
}

/* Keeps a set in the pool; returns what stands for it in a frame. */
static num kept_set(State *g, Set s) {
    int *used = trying ? &trial_used : &g->pool_used;
    if (*used + s.n + 1 > (trying ? TRIAL_POOL : POOL)) give_up();
    num at = *used, *kept = (trying ? trial_pool : g->pool) + at;
    kept[0] = s.n;
    memcpy(kept + 1, s.p, s.n * sizeof(num));
    *used += s.n + 1;
    return SET_TAG - at - (trying ? POOL : 0);
}

static inline Set set_of(State *g, num kept) {
    if (kept > SET_TAG) return (Set){g->pool, 0};
    num at = SET_TAG - kept;
    const num *set = at < POOL ? g->pool + at : trial_pool + at - POOL;
    return (Set){set + 1, set[0]};
}

#define MOST_CONNECTED 4096

static inline int same_sets(Set a, Set b) {
    return a.n == b.n && !memcmp(a.p, b.p, a.n * sizeof(num));
}

/* Rows of `width` numbers end with a member; the ranks before it say where it comes, least first. */
static int rank_width;
static int by_ranks(const void *a, const void *b) {
    const num *x = a, *y = b;
    for (int i = 0; i < rank_width - 1; i++) if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static Set ranked(num *rows, num n, int width) {
    num *p = room(n), *spare = room(n * width);
    rank_width = width;
    /* Merging keeps equals in the order of the set. */
    for (num run = 1; run < n; run *= 2) {
        for (num at = 0; at < n; at += 2 * run) {
            num i = at, middle = at + run < n ? at + run : n, j = middle;
            num end = at + 2 * run < n ? at + 2 * run : n;
            for (num k = at; k < end; k++) {
                int left = i < middle && (j >= end || by_ranks(rows + i * width, rows + j * width) <= 0);
                memcpy(spare + k * width, rows + (left ? i++ : j++) * width, width * sizeof(num));
            }
        }
        memcpy(rows, spare, n * width * sizeof(num));
    }
    for (num i = 0; i < n; i++) p[i] = rows[i * width + width - 1];
    return (Set){p, n};
}

static Set best(num *rows, num n, int width) {
    num *p = room(n), *least = rows, count = 0;
    rank_width = width;
    for (num i = 1; i < n; i++) if (by_ranks(rows + i * width, least) < 0) least = rows + i * width;
    for (num i = 0; i < n; i++)
        if (!by_ranks(rows + i * width, least)) p[count++] = rows[i * width + width - 1];
    return (Set){p, count};
}

/* --- tables by component */

static inline int known(num x) { return x >= 0 && x < COMPONENTS; }
static inline num entry(const num *table, num x) { return known(x) ? table[x] : GONE; }
static inline num entry_or(const num *table, num x, num other) { return known(x) ? table[x] : other; }
static inline Set set_at(const Set *table, num x) { return known(x) ? table[x] : (Set){0, -1}; }

/* --- numbers */

static inline num floor_div(num a, num b) { num q = a / b; return q * b != a && (a < 0) != (b < 0) ? q - 1 : q; }
static inline num floor_mod(num a, num b) { return a - floor_div(a, b) * b; }

static inline num product(num a, num b) {
    num found;
    if (__builtin_mul_overflow(a, b, &found) || found < -LIMIT || found > LIMIT) return refuse();
    return found;
}

/* --- frames */

static inline num *top(State *g) { return g->now.words + g->now.fp; }

static void push(State *g, int program, num me, num below) {
    Frames *s = &g->now;
    int slots = SLOTS_OF[program], need = FRAME + slots;
    if (s->sp + need > STACK || s->depth >= MOST_FRAMES) give_up();
    num *f = s->words + s->sp + 2;
    f[PREVIOUS] = s->fp;
    f[BELOW] = below;
    f[PROGRAM] = program;
    f[POSITION] = 0;
    f[ME] = me;
    memset(f + SLOT, 0, slots * sizeof(num));
    s->fp = s->sp + 2;
    s->sp += need;
    s->depth++;
}

static inline int leave(State *g) {
    Frames *s = &g->now;
    num *f = s->words + s->fp;
    s->sp = s->fp - 2;
    s->fp = f[PREVIOUS];
    s->depth--;
    return GOES_ON;
}

static inline void copy_frames(Frames *to, const Frames *from) {
    to->fp = from->fp;
    to->sp = from->sp;
    to->depth = from->depth;
    memcpy(to->words, from->words, from->sp * sizeof(num));
}

/* Moves sets that are still needed to the front of the pool. */
static void tidy(State *g) {
    static num fresh[POOL];
    int used = 0;
    Frames *both[] = {&g->now, g->c[AT_ANNOUNCED] ? &g->announced : NULL};
    for (int b = 0; b < 2 && both[b]; b++)
        for (int at = 2; at < both[b]->sp;) {
            num *f = both[b]->words + at;
            int slots = SLOTS_OF[f[PROGRAM]];
            for (int i = SLOT; i < SLOT + slots; i++)
                if (f[i] <= SET_TAG) {
                    num *set = g->pool + (SET_TAG - f[i]);
                    if (used + set[0] + 1 > POOL) give_up();
                    memcpy(fresh + used, set, (set[0] + 1) * sizeof(num));
                    f[i] = SET_TAG - used;
                    used += set[0] + 1;
                }
            at += FRAME + slots;
        }
    memcpy(g->pool, fresh, used * sizeof(num));
    g->pool_used = used;
}

/* Keeps a set in a slot. Loops do so again and again, so what is not needed any more goes first. */
static num kept_local(State *g, Set s) {
    if (g->pool_used > POOL / 2 && !trying) {
        num *p = room(s.n);  /* the set may itself lie in the pool */
        memcpy(p, s.p, s.n * sizeof(num));
        s.p = p;
        tidy(g);
    }
    return kept_set(g, s);
}

/* --- writes: each returns whether it was possible */

static inline int put(State *g, num cell, num value, num least, num most) {
    if (value < least) value = least;
    if (value > most) value = most;
    if (value < -LIMIT || value > LIMIT) return 0;
    write_cell(g, cell, value);
    return 1;
}

static inline int gain(State *g, num player, num resource, num change) {
    if (player < 0 || player >= SEATS || resource < 0 || resource >= RESOURCES) give_up();
    num cell = AMOUNTS + player * RESOURCES + resource, value = g->c[cell] + change;
    if (value > MOST[resource]) value = MOST[resource];
    if (value < LEAST[resource]) value = LEAST[resource];
    if (value < -LIMIT || value > LIMIT) return 0;
    write_cell(g, cell, value);
    return 1;
}

static inline void link_up(State *g, num before, num x, num next, int zone) {
    write_cell(g, before < 0 ? HEAD_OF + zone : NEXT_OF + before, x);
    write_cell(g, next < 0 ? TAIL_OF + zone : BEFORE_OF + next, x);
    write_cell(g, BEFORE_OF + x, before);
    write_cell(g, NEXT_OF + x, next);
}

static int move(State *g, num x, num target, int front) {
    num *c = g->c;
    if (x == -1) return 0;
    if (x < 0 || x >= COMPONENTS) give_up();
    num source = c[PLACE_OF + x], zone = target - FIRST_ZONE;
    if (CAPACITY[zone] >= 0 && source != target && c[target] >= CAPACITY[zone]) return 0;
    if (source != -1) {
        num before = c[BEFORE_OF + x], next = c[NEXT_OF + x];
        write_cell(g, before < 0 ? HEAD_OF + source - FIRST_ZONE : NEXT_OF + before, next);
        write_cell(g, next < 0 ? TAIL_OF + source - FIRST_ZONE : BEFORE_OF + next, before);
        write_cell(g, source, c[source] - 1);
    }
    num before = c[TAIL_OF + zone], next = -1;
    if (SORTED[zone])
        while (before > x) { next = before; before = c[BEFORE_OF + before]; }
    else if (front) { next = c[HEAD_OF + zone]; before = -1; }
    link_up(g, before, x, next, zone);
    write_cell(g, target, c[target] + 1);
    write_cell(g, PLACE_OF + x, target);
    return 1;
}

static int move_all(State *g, Set what, num target, int front) {
    for (num i = 0; i < what.n; i++) if (!move(g, what.p[i], target, front)) return 0;
    return 1;
}

static int draw(State *g, num source, num target, num count) {
    Set s = in_zone_order(g, source);
    return move_all(g, (Set){s.p, count < 0 ? 0 : count < s.n ? count : s.n}, target, 0);
}

/* What follows from a write: nothing announced can be taken back any more. */
static inline void wrote(State *g, num bears_on) {
    if (trying) return;
    g->c[AT_ANNOUNCED] = g->c[AT_EXTRA] = 0;
    freed |= bears_on;
}

/* --- chance: the same numbers as `engine/rng.py` */

static uint64_t mixed(uint64_t seed, uint64_t stream, uint64_t counter) {
    uint64_t z = (seed ^ stream) + (counter + 1) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static uint64_t below(uint64_t bound, uint64_t seed, uint64_t stream, num *counter) {
    uint64_t spare = (0 - bound) % bound;  /* numbers at the top that would make some likelier */
    for (;;) {
        uint64_t value = mixed(seed, stream, (*counter)++);
        if (!spare || value < 0 - spare) return value % bound;
    }
}

static num chance(State *g, num bound, int counter, uint64_t stream) {
    num used = g->c[counter], found = below(bound, g->c[AT_SEED], stream, &used);
    write_cell(g, counter, used);
    return found;
}

static int shuffle(State *g, num cell, int counter, uint64_t stream, num base) {
    num n = g->c[cell], used = g->c[counter], zone = cell - FIRST_ZONE;
    Set s = in_zone_order(g, cell);
    num *p = (num *)s.p;
    for (num last = n - 1; last > 0; last--) {
        num other = below(last + 1, g->c[AT_SEED], stream + cell - base, &used), kept = p[last];
        p[last] = p[other];
        p[other] = kept;
    }
    write_cell(g, counter, used);
    for (num i = 0; i < n; i++) link_up(g, i ? p[i - 1] : -1, p[i], -1, zone);
    return 1;
}

/* --- payments: the same ways in the same order as `engine/payments.py`, each worked out once */

typedef struct Sum { struct Sum *next; uint64_t hash; num key[2 * RESOURCES + 1]; Ways ways; } Sum;

static Sum **sums;              /* by hash, in lists; a power of two of them */
static int sum_count, sum_lists;

static Sum **list_of(uint64_t hash) { return &sums[(hash ^ hash >> 29) & (sum_lists - 1)]; }

/* Doubles the lists, so that they stay short. */
static void spread_sums(void) {
    Sum **before = sums;
    int lists = sum_lists;
    sum_lists = lists ? 2 * lists : 1024;
    sums = calloc(sum_lists, sizeof *sums);
    if (!sums) Py_FatalError("out of memory");
    for (int i = 0; i < lists; i++)
        for (Sum *sum = before[i], *next; sum; sum = next) {
            Sum **at = list_of(sum->hash);
            next = sum->next;
            sum->next = *at;
            *at = sum;
        }
    free(before);
}

typedef struct { const Payers *payers; const num *cost; num left[RESOURCES], paid[RESOURCES];
                 num *found; int count, size; } Spread;

static void spread(Spread *s, int resource);

static void split(Spread *s, int resource, num units, int payer) {
    if (!units) { spread(s, resource + 1); return; }
    Payers p = s->payers[resource];
    if (payer == p.n) return;
    int r = p.who[payer];
    /* A payer's units are taken away only when all of a resource is made up: as in Python, where
       the ways of one resource are made from what was left before it. */
    num most = units < s->left[r] ? units : s->left[r];
    for (num n = most; n >= 0; n--) {
        s->left[r] -= n;
        s->paid[r] += n;
        split(s, resource, units - n, payer + 1);
        s->left[r] += n;
        s->paid[r] -= n;
    }
}

static void spread(Spread *s, int resource) {
    while (resource < RESOURCES && !s->cost[resource]) resource++;
    if (resource < RESOURCES) { split(s, resource, s->cost[resource], 0); return; }
    for (int i = 0; i < s->count; i++)
        if (!memcmp(s->found + i * RESOURCES, s->paid, sizeof s->paid)) return;
    if (s->count == s->size) grow((void **)&s->found, &s->size, sizeof s->paid);
    memcpy(s->found + s->count++ * RESOURCES, s->paid, sizeof s->paid);
}

/* Returns the ways to make up amounts, of which `have` is at hand. */
static Ways ways_to(const num *cost, const num *have, const Payers *payers, int sort) {
    num total = 0, key[2 * RESOURCES + 1];
    uint64_t able = 0, hash = key[2 * RESOURCES] = sort;
    for (int r = 0; r < RESOURCES; r++) {
        total += cost[r];
        if (cost[r]) for (int i = 0; i < payers[r].n; i++) able |= 1ULL << payers[r].who[i] % 64;
    }
    for (int r = 0; r < RESOURCES; r++) {
        key[r] = cost[r];
        /* Neither what cannot pay nor more than the whole cost makes a difference. */
        key[RESOURCES + r] = !(able >> r % 64 & 1) ? 0 : have && have[r] < total ? have[r] : total;
        hash = (hash * 31 + key[r]) * 0x9E3779B97F4A7C15ULL + key[RESOURCES + r];
    }
    if (sum_count == sum_lists) spread_sums();
    Sum **at = list_of(hash);
    for (Sum *known = *at; known; known = known->next)
        if (known->hash == hash && !memcmp(known->key, key, sizeof key)) return known->ways;
    Spread s = {.payers = payers, .cost = cost};
    memcpy(s.left, key + RESOURCES, sizeof s.left);
    spread(&s, 0);
    Sum *made = malloc(sizeof *made);
    if (!made) Py_FatalError("out of memory");
    made->next = *at;
    made->hash = hash;
    memcpy(made->key, key, sizeof key);
    made->ways = (Ways){s.count, s.found};
    *at = made;
    sum_count++;
    return made->ways;
}

/* How many of a resource the supply still has. */
static num left_of(State *g, int resource) {
    num held = 0;
    if (SUPPLY[resource] < 0) return LIMIT;
    for (int p = 0; p < SEATS; p++) held += g->c[AMOUNTS + p * RESOURCES + resource];
    return SUPPLY[resource] - held;
}

static int is_left(State *g, Ways ways, int way) {
    const num *amounts = ways.amounts + way * RESOURCES;
    for (int r = 0; r < RESOURCES; r++) if (amounts[r] && amounts[r] > left_of(g, r)) return 0;
    return 1;
}
