/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A search of a game tree tells what it does, and pvcheck judges it. C99 or C++11 with GCC or Clang, this file alone.
 * Compile with -DPVCHECK and run with PVCHECK_TRACE=file. Without -DPVCHECK every macro is empty, no argument is evaluated,
 * and PV_RETURN(s, why) is `return s`. Without the variable nothing is written, and most arguments are not evaluated.
 * Scores are those of the side to move. A node that is entered with its parent's key is another search of the same node.
 * Each search of the root has a file that no other thread writes (file, file.1, file.2 ..), and writes it when it ends. */
#ifndef PVCHECK_H
#define PVCHECK_H
#include <stdint.h>
enum { PV_MAIN, PV_QS, PV_SOLVER };            /* kinds of nodes; a solver's score is the game's own */
enum { PV_UPPER = 1, PV_LOWER, PV_EXACT };     /* bounds: at most, at least, exactly */
enum { PV_FRESH, PV_CACHED, PV_DERIVED };      /* where an evaluation is from */
enum { PV_ALL, PV_QUIETS, PV_NONCAPTURES };    /* which of the moves not begun are left out */
enum {                                         /* why a node is left or a bound moved; from PV_EXCLUDED on: a move left out */
    PV_BY_MOVES, PV_BY_LEAF, PV_BY_STANDPAT, PV_BY_DRAW, PV_BY_CYCLE, PV_BY_TABLE, PV_BY_NULL, PV_BY_STATIC, PV_BY_RAZOR,
    PV_BY_PROBCUT, PV_BY_MULTICUT, PV_BY_MATEDIST, PV_BY_TB, PV_BY_ABORT, PV_BY_SAME, PV_BY_END, PV_BY_RULE,
    PV_EXCLUDED, PV_FUTILITY, PV_SEE, PV_LATE, PV_HISTORY, PV_STAGE
};
#ifndef PVCHECK
#define PV_OUT_(...) do { } while (0)
#define PV_DO_(...) do { } while (0)
#define PV_NODE_(...) do { } while (0)
#define PV_RETURN(s, why) return s
#else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined __cplusplus
#define PV_UNWINDS_ 0
#elif __cplusplus < 201703L
#include <exception>
#define PV_UNWINDS_ std::uncaught_exception()
#else
#include <exception>
#define PV_UNWINDS_ (std::uncaught_exceptions() > 0)
#endif
#define PV_FAST_ static inline __attribute__((unused))
#define PV_SLOW_ static __attribute__((unused, noinline))
/* A file. Its thread keeps it after a search of the root, until the next text (`go ..`) is told: no other thread slips in
 * before the line is shown. What is told outside of a search is kept, and each file gets all of it. */
struct pv_file_ {
    struct pv_file_ *next; FILE *to; double size; void *owner; int running; unsigned asked;  /* asked: texts told when it was taken */
    size_t kept, used; unsigned char data[1 << 16];  /* bytes written of what is kept; bytes that wait in data */
};
struct pv_state_ {
    char locked; int on; const char *path; struct pv_file_ *first;
    unsigned files, asked, stores; unsigned char *kept; size_t size, room;
};
struct pv_thread_ { struct pv_file_ *file; unsigned open, search; };
struct pv_node_ { int line; unsigned search; };  /* line 0: has been left */
__attribute__((weak)) struct pv_state_ pv_all_;  /* weak: all source files have one in common */
__attribute__((weak)) __thread struct pv_thread_ pv_me_;
__attribute__((constructor)) PV_SLOW_ void pv_start_(void) {
    if (!pv_all_.path) pv_all_.on = (pv_all_.path = getenv("PVCHECK_TRACE")) != NULL;
}
PV_FAST_ int pv_on_(void) { return __atomic_load_n(&pv_all_.on, __ATOMIC_RELAXED); }
PV_FAST_ void pv_lock_(void) { while (__atomic_test_and_set(&pv_all_.locked, __ATOMIC_ACQUIRE)) { } }
PV_FAST_ void pv_unlock_(void) { __atomic_clear(&pv_all_.locked, __ATOMIC_RELEASE); }
PV_SLOW_ void pv_stop_(const char *why) {
    if (__atomic_exchange_n(&pv_all_.on, 0, __ATOMIC_RELAXED)) fprintf(stderr, "pvcheck: %s %s\n", why, pv_all_.path);
}
PV_SLOW_ void pv_write_(struct pv_file_ *f, const void *data, size_t size) {
    if (!f->to || !size || ((f->size += (double)size) < 4e9 && fwrite(data, 1, size, f->to) == size)) return;
    f->to = NULL;  /* a trace that is cut can be read, one with a hole cannot */
    pv_stop_(f->size < 4e9 ? "cannot write" : "4 GB are enough:");
}
PV_SLOW_ void pv_flush_(struct pv_file_ *f) { pv_write_(f, f->data, f->used); f->used = 0; }
PV_SLOW_ struct pv_file_ *pv_open_(void) {
    char path[4096];
    struct pv_file_ *f = (struct pv_file_ *)calloc(1, sizeof *f);
    snprintf(path, sizeof path, pv_all_.files ? "%s.%u" : "%s", pv_all_.path, pv_all_.files);
    if (!f || !(f->to = fopen(path, "wb"))) { free(f); pv_stop_("cannot open"); return NULL; }
    pv_all_.files++;
    setvbuf(f->to, NULL, _IONBF, 0); pv_write_(f, "pvcheck\x01", 8);
    return f;
}
PV_SLOW_ int pv_begin_(void) {  /* the root: its thread's file, or one that is free and was not taken since the last text */
    struct pv_file_ **at = &pv_all_.first, *f = pv_me_.file;
    pv_lock_();
    if (!f || f->running || f->owner != &pv_me_)
        while ((f = *at) != NULL && (f->running || (pv_all_.asked && f->asked == pv_all_.asked))) at = &f->next;
    if (f || (f = *at = pv_open_()) != NULL) {
        f->running = 1; f->owner = &pv_me_; f->asked = pv_all_.asked; pv_me_.file = f;
        pv_write_(f, pv_all_.kept + f->kept, pv_all_.size - f->kept); f->kept = pv_all_.size;
    }
    pv_unlock_();
    return f != NULL;
}
PV_SLOW_ void pv_end_(void) {  /* the root is left; a function that still returns, after an abort, tells nothing any more */
    pv_me_.open = 0; pv_me_.search++; pv_flush_(pv_me_.file);
    pv_lock_(); pv_me_.file->running = 0; pv_unlock_();
}
PV_FAST_ unsigned char *pv_put_(unsigned char *at, int64_t v, int bytes) {  /* the lowest byte first on every machine */
    if (bytes > 0) at[0] = (unsigned char)v;
    if (bytes > 1) at[1] = (unsigned char)(v >> 8);
    if (bytes > 2) { at[2] = (unsigned char)(v >> 16); at[3] = (unsigned char)(v >> 24); }
    if (bytes > 4) pv_put_(at + 4, v >> 32, 4);
    return at + bytes;
}
PV_SLOW_ void pv_keep_(char letter, const char *text, int64_t a, int bytes, int b, int c, int d) {
    size_t size = !text ? 0 : strlen(text) < 65535 ? strlen(text) : 65535, need; unsigned char *at;
    pv_lock_();
    need = pv_all_.size + size + 17;  /* no event without a text is longer */
    if (need > pv_all_.room) {
        if ((at = (unsigned char *)realloc(pv_all_.kept, 2 * need)) == NULL) pv_stop_("no memory for");
        else { pv_all_.kept = at; pv_all_.room = 2 * need; }
    }
    if (pv_on_()) {
        at = pv_put_(pv_put_(pv_all_.kept + pv_all_.size, letter, 1), text ? (int64_t)size : a, bytes);
        if (text) { memcpy(at, text, size); at += size; }
        if (letter == 'C') at = pv_put_(pv_put_(pv_put_(at, b, 4), c, 4), d, 4);
        if (letter == 'U') pv_all_.asked++;
        pv_all_.size = (size_t)(at - pv_all_.kept);
    }
    pv_unlock_();
}
PV_FAST_ unsigned char *pv_room_(char letter, int size) {
    struct pv_file_ *f = pv_me_.file;
    if (f->used + (size_t)size + 1 > sizeof f->data) pv_flush_(f);
    f->data[f->used] = (unsigned char)letter; f->used += (size_t)size + 1;
    return f->data + f->used - size;
}
PV_FAST_ void pv_tell_(char letter, int64_t a, int as, int64_t b, int bs, int64_t c, int cs) {
    pv_put_(pv_put_(pv_put_(pv_room_(letter, as + bs + cs), a, as), b, bs), c, cs);
}
PV_FAST_ void pv_entry_(char letter, uint64_t key, uint32_t m, int s, int bound, int draft, int level) {
    unsigned char *at = pv_put_(pv_put_(pv_room_(letter, letter == 'W' ? 24 : 20), (int64_t)key, 8), m, 4);
    at = pv_put_(pv_put_(pv_put_(pv_put_(at, s, 4), bound, 1), draft, 2), level, 1);
    if (letter == 'W') pv_put_(at, __atomic_fetch_add(&pv_all_.stores, 1, __ATOMIC_RELAXED), 4);
}
PV_FAST_ struct pv_node_ pv_enter_(int kind, int level, uint64_t key, int alpha, int beta, int depth, int ply, int line) {
    struct pv_node_ node = {0, 0}; unsigned char *at;
    if (!pv_me_.open && (!pv_on_() || !pv_begin_())) return node;
    pv_me_.open++; node.line = line; node.search = pv_me_.search;
    at = pv_put_(pv_put_(pv_put_(pv_put_(pv_room_('N', 24), kind, 1), level, 1), depth, 2), ply, 2);
    pv_put_(pv_put_(pv_put_(pv_put_(at, alpha, 4), beta, 4), (int64_t)key, 8), line, 2);
    return node;
}
PV_FAST_ int pv_is_open(struct pv_node_ *n) { int open = n->line && n->search == pv_me_.search; n->line = 0; return open; }
PV_FAST_ void pv_leave_(struct pv_node_ *n, int s, int why, int line) {
    if (pv_is_open(n)) { pv_tell_('X', s, 4, why, 1, line, 2); if (!--pv_me_.open) pv_end_(); }
}
PV_FAST_ void pv_aborted_(void) { pv_tell_('!', 0, 0, 0, 0, 0, 0); pv_end_(); }
PV_FAST_ void pv_gone_(struct pv_node_ *n) {  /* an exception leaves all nodes, a return that tells nothing only this one */
    int line = n->line;
    if (!pv_is_open(n)) return;
    if (PV_UNWINDS_) pv_aborted_(); else { pv_tell_('?', line, 2, 0, 0, 0, 0); if (!--pv_me_.open) pv_end_(); }
}
PV_SLOW_ void pv_line_(int s, int bound, const uint32_t *moves, int n) {  /* mostly told after the root has been left */
    int i, outside = !pv_me_.open, size = n < 255 ? n : 255; unsigned char *at;
    if (outside) pv_lock_();
    if (!outside || (pv_me_.file && !pv_me_.file->running && pv_me_.file->owner == &pv_me_)) {
        at = pv_put_(pv_put_(pv_put_(pv_room_('L', 6 + 4 * size), s, 4), bound, 1), size, 1);
        for (i = 0; i < size; i++) at = pv_put_(at, moves[i], 4);
        if (outside) pv_flush_(pv_me_.file);
    }
    if (outside) pv_unlock_();
}
#define PV_OUT_(...) do { if (pv_on_()) { __VA_ARGS__; } } while (0)
#define PV_DO_(...) do { if (pv_me_.open) { __VA_ARGS__; } } while (0)
#define PV_NODE_(...) struct pv_node_ pv_in_ __attribute__((cleanup(pv_gone_), unused)) = pv_enter_(__VA_ARGS__, __LINE__)
#define PV_RETURN(s, why) do { __extension__ __typeof__(s) pv_s_ = (s); PV_LEAVE(pv_s_, why); return pv_s_; } while (0)
#endif
/* From any thread; written when a search begins. win: a win's score at the root; least: the least score with a distance. */
#define PV_CONSTANTS(win, least, draw_least, draw_most) PV_OUT_(pv_keep_('C', NULL, win, 4, least, draw_least, draw_most))
#define PV_FACTS(words) PV_OUT_(pv_keep_('F', words, 0, 2, 0, 0, 0))     /* "evaluations-change" .. */
#define PV_UCI(line) PV_OUT_(pv_keep_('U', line, 0, 2, 0, 0, 0))         /* position .., go .., ucinewgame, as received */
#define PV_GAMEKEY(key) PV_OUT_(pv_keep_('H', NULL, (int64_t)(key), 8, 0, 0, 0))  /* one before the root, oldest first */
/* A node: a declaration in the body of its function, that also notices a return that tells nothing. ply -1: to be counted.
 * PV_CHILD: a child without a function of its own. PV_ABORTED: all nodes are left, by longjmp, or each returns at once. */
#define PV_ENTER(key, alpha, beta, depth) PV_NODE_(PV_MAIN, 0, key, alpha, beta, depth, -1)
#define PV_ENTER_Q(key, alpha, beta) PV_NODE_(PV_QS, 0, key, alpha, beta, 0, -1)
#define PV_ENTER_AS(kind, level, key, alpha, beta, depth, ply) PV_NODE_(kind, level, key, alpha, beta, depth, ply)
#define PV_LEAVE(s, why) PV_DO_(pv_leave_(&pv_in_, s, why, __LINE__))
#define PV_CHILD(key, alpha, beta, depth, s, why) PV_DO_(struct pv_node_ pv_child_ = pv_enter_(PV_MAIN, 0, \
    key, alpha, beta, depth, -1, __LINE__); pv_leave_(&pv_child_, s, why, __LINE__))
#define PV_ABORTED() PV_DO_(pv_aborted_())
#define PV_LEGAL(n) PV_DO_(pv_tell_('G', n, 2, 0, 0, 0, 0))
#define PV_DEPTH(d) PV_DO_(pv_tell_('D', d, 2, 0, 0, 0, 0))      /* the node now has this depth */
#define PV_ALPHA(s, why) PV_DO_(pv_tell_('A', s, 4, why, 1, 0, 0))  /* moved without a move */
#define PV_BETA(s, why) PV_DO_(pv_tell_('B', s, 4, why, 1, 0, 0))
#define PV_EVAL(s, source) PV_DO_(pv_tell_('V', s, 4, source, 1, 0, 0))  /* before corrections */
#define PV_STANDPAT(s) PV_DO_(pv_tell_('P', s, 4, 0, 0, 0, 0))
/* A move: any number but 0. In chess a1 = 0 .. h8 = 63, promotion 0, or 1 2 3 4 for n b r q; castling takes its own rook.
 * depth: what it gets unless it is reduced. A probe does not count as one of the moves tried. */
#define PV_CHESS(from, to, promotion) ((unsigned)(from) | (unsigned)(to) << 6 | (unsigned)(promotion) << 12)
#define PV_MOVE(m, depth) PV_DO_(pv_tell_('M', m, 4, depth, 2, 0, 0))
#define PV_NULL(depth) PV_MOVE(0, depth)
#define PV_PROBE(m, depth) PV_DO_(pv_tell_('m', m, 4, depth, 2, 0, 0))
#define PV_SKIP(m, why) PV_DO_(pv_tell_('K', m, 4, why, 1, 0, 0))
#define PV_ILLEGAL(m) PV_DO_(pv_tell_('I', m, 4, 0, 0, 0, 0))    /* was begun, and leaves the king in check */
#define PV_REST(which, why) PV_REST_N(which, why, 65535)        /* of the moves not begun these are left out; n: how many */
#define PV_REST_N(which, why, n) PV_DO_(pv_tell_('R', which, 1, why, 1, n, 2))
#define PV_RAISE(s) PV_DO_(pv_tell_('^', s, 4, 0, 0, 0, 0))      /* of alpha by the move begun last */
#define PV_TABLE(key, m, s, bound, draft) PV_TABLE_L(key, m, s, bound, draft, 0)  /* an entry, where it is used */
#define PV_STORE(key, m, s, bound, draft) PV_STORE_L(key, m, s, bound, draft, 0)  /* before it is written */
#define PV_TABLE_L(key, m, s, bound, draft, level) PV_DO_(pv_entry_('T', key, m, s, bound, draft, level))
#define PV_STORE_L(key, m, s, bound, draft, level) PV_DO_(pv_entry_('W', key, m, s, bound, draft, level))
#define PV_LINE(s, bound, moves, n) PV_OUT_(pv_line_(s, bound, moves, n))  /* as shown; moves: uint32_t */
#endif
