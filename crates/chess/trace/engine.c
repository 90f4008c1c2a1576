/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A chess engine for tests of the trace. It speaks UCI, tells its search by pvcheck.h, and with `--bug N` makes one of the
 * mistakes that `tests/cli/trace.rs` lists. A position is a draw if it occurred before on the path after the root, or twice at the
 * root or before it, or if fifty moves of each side were neither captures nor moves of pawns. */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "pvcheck.h"

/* A piece is one of these, and 8 if it is black. OF_: rows of random numbers that no piece has. */
enum { NONE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, OF_EP, OF_CASTLING, OF_SIDE = 15 };
enum { MATE = 30000, LEAST = 29000, INF = 31000, NOTHING = 32000 };  /* LEAST: the least score that counts plies to a mate */
enum { PLIES = 64, GAME = 4096, ENTRIES = 1 << 18, EVALUATIONS = 1 << 16, LINES = 64 };
typedef uint32_t Move;                                               /* PV_CHESS; castling is the king taking its own rook */
typedef struct { uint64_t key; int side, castling, ep, clock, back, king[2]; int8_t at[128]; } Board;
typedef struct { uint64_t key; Move move; int16_t score; int8_t draft; uint8_t bound; } Entry;
typedef struct { int score, length; Move moves[PLIES + 1]; } Line;

static int bug, stopped, infinite, multipv = 1, shown, root, length[PLIES + 2], worth[7][128], history[2][4096];
static uint64_t nodes, most_nodes, randoms[16][128], keys[GAME + PLIES + 2];  /* keys: of the game, then of the path */
static clock_t deadline;
static Move row[PLIES + 2][PLIES + 2];                               /* triangular: the line from each ply on */
static Entry table[ENTRIES], evaluations[EVALUATIONS];               /* of the latter only key and score are used */
static Line lines[LINES + 1]; static Board start;
static const int values[] = {0, 100, 300, 315, 490, 920, 0}, centred[] = {0, 3, 8, 5, 2, 2, -8};
static const int leaps[] = {-33, -31, -18, -14, 14, 18, 31, 33}, rays[] = {-17, -15, 15, 17, -16, -1, 1, 16};
#define BUG(n) (bug == (n))
#define DRAW (BUG(24) ? -25 : 0)
#define ON(s) (!((s) & 0x88))
#define SMALL(s) (((s) + ((s) & 7)) >> 1)                            /* 0x88 to 0 .. 63; FROM and TO go back */
#define FROM(m) ((int)((m) & 63) + (int)((m) & 56))
#define TO(m) FROM((m) >> 6)
#define OWN(b, piece) ((piece) | (b)->side << 3)

static void put(Board *b, int s, int piece) {
    b->key ^= randoms[b->at[s]][s] ^ randoms[piece][s]; b->at[s] = (int8_t)piece;
    if ((piece & 7) == KING) b->king[piece >> 3] = s;
}
static void set_castling(Board *b, int rights) {
    if (!BUG(28)) b->key ^= randoms[OF_CASTLING][b->castling] ^ randoms[OF_CASTLING][rights];
    b->castling = rights;
}
static void pass(Board *b) {
    if (b->ep && !BUG(30)) b->key ^= randoms[OF_EP][b->ep];
    if (!BUG(29)) b->key ^= randoms[OF_SIDE][0];
    b->ep = 0; b->side ^= 1; b->clock++; b->back++;
}
static int attacked(const Board *b, int s, int by) {
    int i, t, piece;
    for (i = 0; i < 8; i++) {
        if (ON(s + leaps[i]) && b->at[s + leaps[i]] == (KNIGHT | by << 3)) return 1;
        for (t = s + rays[i]; ON(t) && !b->at[t]; t += rays[i]) { }
        piece = ON(t) && b->at[t] >> 3 == by ? b->at[t] & 7 : NONE;
        if (piece == QUEEN || piece == (i < 4 ? BISHOP : ROOK)) return 1;
        if (t == s + rays[i] && (piece == KING || (piece == PAWN && i < 4 && (rays[i] > 0) == by))) return 1;
    }
    return 0;
}
static int in_check(const Board *b) { return attacked(b, b->king[b->side], !b->side); }
static int rights_at(int s) { return s == 4 ? 3 : s == 7 ? 1 : !s ? 2 : s == 0x74 ? 12 : s == 0x77 ? 4 : s == 0x70 ? 8 : 0; }
static int play(Board *b, Move m);
/* The square that a pawn passed counts only if a pawn on `from` may take there: else equal positions had two keys. */
static void set_ep(Board *b, int ep, int from) {
    Board c = *b; c.ep = ep;
    if (!ON(from) || b->ep || b->at[from] != OWN(b, PAWN) || !play(&c, PV_CHESS(SMALL(from), SMALL(ep), 0))) return;
    b->ep = ep; if (!BUG(30)) b->key ^= randoms[OF_EP][ep];
}
/* Makes a move; 0 if it leaves the king in check. */
static int play(Board *b, Move m) {
    int us = b->side, from = FROM(m), to = TO(m), piece = b->at[from], taken = b->at[to], forward = us ? -16 : 16;
    int ep = b->ep, castles = taken == OWN(b, ROOK), pawn = (piece & 7) == PAWN, promotion = (int)(m >> 12);
    set_castling(b, b->castling & ~(rights_at(from) | rights_at(to))); pass(b);
    if (pawn || (taken && !castles)) b->clock = b->back = 0;
    put(b, from, NONE); put(b, to, castles ? NONE : promotion ? (promotion + 1) | us << 3 : piece);
    if (castles) { put(b, to > from ? from + 2 : from - 2, piece); put(b, to > from ? from + 1 : from - 1, taken); }
    if (pawn && ep && to == ep) put(b, ep - forward, NONE);
    if (pawn && to - from == 2 * forward) { set_ep(b, from + forward, to - 1); set_ep(b, from + forward, to + 1); }
    return !attacked(b, b->king[us], !us);
}
static int is_capture(const Board *b, Move m) {
    return b->at[TO(m)] ? b->at[TO(m)] >> 3 != b->side : b->ep && TO(m) == b->ep && b->at[FROM(m)] == OWN(b, PAWN);
}
static int is_quiet(const Board *b, Move m) { return !is_capture(b, m) && !(m >> 12); }
static Move *add_pawn(Move *m, int from, int to, int all) {
    unsigned p = (to >> 4) % 7 ? 0 : 4;
    do *m++ = PV_CHESS(SMALL(from), SMALL(to), p); while (all && p-- > 1);
    return m;
}
static Move *add_castling(const Board *b, Move *m, int king) {
    int k, s;
    for (k = 0; k < 2; k++) {
        int step = k ? -1 : 1, rook = king + (k ? -4 : 3);
        if (!(b->castling & (1 << k) << 2 * b->side) || in_check(b) || attacked(b, king + step, !b->side)) continue;
        for (s = king + step; s != rook && !b->at[s]; s += step) { }
        if (s == rook) *m++ = PV_CHESS(SMALL(king), SMALL(rook), 0);
    }
    return m;
}
static Move *add_moves(const Board *b, Move *m, int s, int all) {
    int i, t, piece = b->at[s] & 7, forward = b->side ? -16 : 16;
    if (piece == PAWN) {
        for (t = s + forward, i = (s >> 4) == (b->side ? 6 : 1); i >= 0 && !b->at[t]; t += forward, i--)
            if (all || (t >> 4) % 7 == 0) m = add_pawn(m, s, t, all);
        for (t = s + forward - 1; t <= s + forward + 1; t += 2)
            if (ON(t) && is_capture(b, PV_CHESS(SMALL(s), SMALL(t), 0))) m = add_pawn(m, s, t, 1);
    } else for (i = piece == ROOK ? 4 : 0; i < (piece == BISHOP ? 4 : 8); i++) {
        int step = piece == KNIGHT ? leaps[i] : rays[i], slides = piece != KNIGHT && piece != KING;
        for (t = s + step; ON(t); t += step) {
            if (b->at[t] ? b->at[t] >> 3 != b->side : all) *m++ = PV_CHESS(SMALL(s), SMALL(t), 0);
            if (b->at[t] || !slides) break;
        }
    }
    return piece == KING && all ? add_castling(b, m, s) : m;
}
/* The legal moves: all, or captures and promotions to a queen. */
static int legal(const Board *b, Move *list, int all) {
    Move found[256], *m, *end = found;
    int s, n = 0;
    for (s = 0; s < 128; s++) if (b->at[s] && b->at[s] >> 3 == b->side) end = add_moves(b, end, s, all);
    for (m = found; m < end; m++) { Board c = *b; if (play(&c, *m)) list[n++] = *m; }
    return n;
}
static void begin(void) {                                            /* splitmix64 for the keys; what a piece is worth */
    uint64_t x = 2026, z; int p, s;
    for (s = 0; s < 128; s++) for (p = 1; p < 16; p++) {
        int r = s >> 4, file = 3 - abs(2 * (s & 7) - 7) / 2, centre = file + 3 - abs(2 * r - 7) / 2;
        z = x += 0x9e3779b97f4a7c15u; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u; z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        randoms[p][s] = z ^ z >> 31;
        if (p < 7) worth[p][s] = values[p] + centred[p] * centre + (p == PAWN ? r * (4 + file) : 0);
    }
}
static int evaluate(const Board *b) {
    Entry *e = &evaluations[b->key % EVALUATIONS];
    int s, v, cached = e->key == b->key, value = cached ? e->score : 0;
    for (s = 0; !cached && s < 128; s++) if (b->at[s]) {
        v = worth[b->at[s] & 7][b->at[s] >> 3 ? s ^ 0x70 : s]; value += b->at[s] >> 3 == b->side ? v : -v;
    }
    PV_EVAL(value, cached ? PV_CACHED : PV_FRESH);
    if (BUG(12)) e = &evaluations[(b->key ^ randoms[OF_SIDE][0]) % EVALUATIONS];
    e->key = BUG(12) ? b->key ^ randoms[OF_SIDE][0] : b->key; e->score = (int16_t)value;
    return value;
}
static int is_over(void) {                                           /* asked once in a node; any input ends `go infinite` */
    struct pollfd in = {0, POLLIN, 0};
    if (++nodes >= most_nodes && most_nodes) stopped = 1;
    if (!(nodes & 1023) && ((deadline && clock() >= deadline) || (infinite && poll(&in, 1, 0) > 0))) stopped = 1;
    return stopped;
}
static int is_aborted(void) { return stopped && !BUG(13); }
static int is_draw(const Board *b, int ply) {
    Move list[256]; int i, at = root + ply, seen = 0;
    if (b->clock >= 100 && !BUG(16) && (!in_check(b) || legal(b, list, 1))) return 1;
    for (i = BUG(15) ? 6 : 4; i <= b->back && i <= at; i += 2)
        if (keys[at - i] == b->key && (at - i > root || ++seen == 2)) return 1;
    return 0;
}
/* Whether a move leads to a position that occurred before on the path after the root. */
static int is_draw_near(const Board *b, int ply) {
    Move list[256]; Board c; int i, j, n = b->back < 3 ? 0 : legal(b, list, 1);
    for (i = 0; i < n; i++) for (c = *b, play(&c, list[i]), j = BUG(15) ? 6 : 4; j <= c.back && j <= ply; j += 2)
        if (keys[root + ply + 1 - j] == c.key || BUG(43)) return 1;
    return 0;
}
static int to_table(int s, int ply) { return BUG(5) ? s : s >= LEAST ? s + ply : s <= -LEAST ? s - ply : s; }
static int from_table(int s, int ply) { return BUG(6) ? s : s >= LEAST ? s - ply : s <= -LEAST ? s + ply : s; }
static void store(const Board *b, int ply, Move m, int score, int bound, int draft) {
    Entry *e = &table[b->key % ENTRIES];
    score = to_table(score, ply); if (!m && e->key == b->key) m = e->move;
    PV_STORE(b->key, m, score, bound, draft);
    e->key = b->key; e->move = m; e->score = (int16_t)score; e->bound = (uint8_t)bound; e->draft = (int8_t)draft;
}
/* The move of the table, captures by what they take, then by history. */
static void sort(const Board *b, Move *list, int n, Move first) {
    int rank[256], i, j, r; Move m;
    for (i = 0; i < n; i++) {
        m = list[i]; r = m == first ? 1 << 30 : history[b->side][m & 4095];
        if (m != first && !is_quiet(b, m)) r = (1 << 28) + 16 * b->at[TO(m)] % 128 - b->at[FROM(m)] % 8;
        for (j = i; j > 0 && rank[j - 1] < r; j--) { rank[j] = rank[j - 1]; list[j] = list[j - 1]; }
        rank[j] = r; list[j] = m;
    }
}
static int raise_alpha(Move m, int ply, int score) {
    PV_RAISE(score);
    row[ply][0] = m; memcpy(row[ply] + 1, row[ply + 1], sizeof(Move) * (size_t)length[ply + 1]);
    length[ply] = length[ply + 1] + 1; return score;
}
static void enter_child(Board *c, const Board *b, Move m, int ply) {
    *c = *b; if (m) play(c, m); else { pass(c); c->back = 0; }       /* nothing repeats across a null move */
    keys[root + ply + 1] = c->key;
}
static int quiescence(const Board *b, int alpha, int beta, int ply) {
    Move list[256]; Board c;
    int i, n, score, best = BUG(37) ? 0 : -MATE + ply, eval = 0, check = in_check(b);
    PV_ENTER_Q(b->key, alpha, beta);
    if (!BUG(17)) length[ply] = 0;
    if (is_over()) PV_RETURN(0, PV_BY_ABORT);
    if (is_draw(b, ply)) PV_RETURN(DRAW, PV_BY_DRAW);
    if (!check || ply >= PLIES) eval = evaluate(b);
    if (ply >= PLIES) PV_RETURN(eval, PV_BY_LEAF);
    if (!check) {
        PV_STANDPAT(eval);
        if (eval >= beta) PV_RETURN(eval, PV_BY_STANDPAT);
        if (!BUG(10)) best = eval;
        if (eval > alpha) { alpha = eval; PV_ALPHA(alpha, PV_BY_STANDPAT); }
    }
    sort(b, list, n = legal(b, list, check), 0); if (check) PV_LEGAL(n);
    for (i = 0; i < n; i++) {
        Move m = list[i]; int hope = eval + 200 + values[b->at[TO(m)] & 7];
        if (BUG(27) && check && i == 2) continue;
        if (!check && !(m >> 12) && hope <= alpha) { PV_SKIP(m, PV_FUTILITY); if (hope > best) best = hope; continue; }
        PV_MOVE(m, 0); enter_child(&c, b, m, ply);
        score = -quiescence(&c, -beta, -alpha, ply + 1);
        if (is_aborted()) PV_RETURN(0, PV_BY_ABORT);
        if (score > best) best = score;
        if (score > alpha) alpha = raise_alpha(m, ply, score);
        if (score >= beta) PV_RETURN(best, PV_BY_MOVES);
    }
    if (!check) PV_REST(PV_NONCAPTURES, PV_STAGE);
    PV_RETURN(best, PV_BY_MOVES);
}
static int search(const Board *b, int alpha, int beta, int depth, int ply, int may_pass, Move excluded);
static int prune_by_null(const Board *b, int beta, int depth, int ply) {
    int v, less = depth - 3 - depth / 4 > 0 ? depth - 3 - depth / 4 : 0; Board c;
    PV_NULL(less); enter_child(&c, b, 0, ply);
    v = search(&c, -beta, -beta + 1, less, ply + 1, 0, 0);
    if (!BUG(1)) v = -v;
    if (v >= LEAST) v = beta;                                        /* a mate after a null move is none */
    return v >= beta && (stopped || depth < 6 || search(b, beta - 1, beta, less, ply, 0, 0) >= beta) ? v : NOTHING;
}
static int prune_by_capture(const Board *b, int beta, int depth, int ply, int eval) {
    Move list[256]; Board c;
    int i, v, high = beta + 150, n = legal(b, list, 0);
    for (i = 0; i < n; i++) {
        int hope = eval + values[b->at[TO(list[i])] & 7]; if (hope < high) continue;
        PV_PROBE(list[i], depth - 4); enter_child(&c, b, list[i], ply);
        v = BUG(20) ? hope : -search(&c, -high, -high + 1, depth - 4, ply + 1, 1, 0);
        if (v >= (BUG(38) ? beta : high) || stopped) return BUG(38) ? v : v - 150;
    }
    return NOTHING;
}
/* What spares a node its moves, or NOTHING. */
static int prune(const Board *b, int alpha, int beta, int depth, int ply, int eval, int may_pass, int *why) {
    int s, pieces = 0, v = NOTHING, margin = BUG(21) ? -80 * depth : 80 * depth;
    for (s = 0; s < 128; s++) pieces += b->at[s] >> 3 == b->side && (b->at[s] & 7) > PAWN && (b->at[s] & 7) < KING;
    *why = PV_BY_STATIC; if (depth <= 4 && eval - margin >= beta) return eval - 80 * depth;
    *why = PV_BY_RAZOR; if (depth <= 2 && eval + 150 * depth < alpha) v = quiescence(b, alpha, beta, ply);
    if (v <= alpha || (v != NOTHING && BUG(22))) return v;
    *why = PV_BY_NULL;
    v = may_pass && depth >= 3 && eval >= beta && pieces ? prune_by_null(b, beta, depth, ply) : NOTHING;
    if (v != NOTHING || depth < 5) return v;
    *why = PV_BY_PROBCUT; return prune_by_capture(b, beta, depth, ply, eval);
}
static int search_child(const Board *c, int alpha, int beta, int depth, int reduction, int ply, int first) {
    int s, score = -INF;
    if (BUG(11) && first) return -search(c, alpha, beta, depth, ply, 1, 0);
    if (!first) score = -search(c, -alpha - 1, -alpha, depth - reduction, ply, 1, 0);
    if (score > alpha && reduction && !BUG(2)) score = -search(c, -alpha - 1, -alpha, depth, ply, 1, 0);
    if (!first && (score <= alpha || score >= beta || BUG(31))) return score;
    s = -search(c, -beta, -alpha, depth, ply, 1, 0);
    return BUG(39) && score > s ? score : s;
}
/* How much deeper the table's move goes: a ply if all others are worse. NOTHING: another is enough for beta, by *score. */
static int extension(const Board *b, const Entry *e, int beta, int depth, int ply, int *score) {
    int told = from_table(e->score, ply), lower = told - 2 * depth;
    if (!ply || depth < 6 || e->draft < depth - 3 || !(e->bound & PV_LOWER) || abs(told) >= LEAST) return 0;
    *score = search(b, lower - 1, lower, (depth - 1) / 2, ply, 0, e->move); length[ply] = 0;
    if (BUG(19) && told >= beta) { *score = told; return NOTHING; }
    return *score < lower ? 1 : lower >= beta ? NOTHING : 0;
}
static int is_shown(Move m) {                                        /* whether a line already found begins with the move */
    int i;
    for (i = 0; i < shown; i++) if (lines[BUG(26) ? i + 1 : i].moves[0] == m) return 1;
    return 0;
}
static int loop(const Board *b, int alpha, int beta, int depth, int ply, Move excluded, const Entry *e, int eval, int *why) {
    Move list[256], m, best_move = 0; Board c;
    int i, score, best = -INF, old = alpha, tried = 0, late = 0, check = in_check(b), n = legal(b, list, 1), bound;
    PV_LEGAL(n);
    if (!n) return check || BUG(33) ? -MATE + ply + BUG(25) : DRAW;
    sort(b, list, n, e->move); if (BUG(40)) list[n++] = list[0];
    for (i = 0; i < n; i++) {
        int quiet = is_quiet(b, m = list[i]), hope = eval + 100 * depth + 50, more = 0, less = 0;
        int prunes = ply && quiet && !check && beta - alpha == 1 && best > -LEAST;
        if (m == excluded) continue;
        if (!ply && is_shown(m)) { PV_SKIP(m, PV_EXCLUDED); continue; }
        if ((late && quiet) || (BUG(9) && i == 8)) continue;
        if (prunes && depth <= 4 && tried > 3 + depth * depth) { late = 1; PV_REST(PV_QUIETS, PV_LATE); continue; }
        if (prunes && depth <= 3 && hope <= alpha) { PV_SKIP(m, PV_FUTILITY); if (hope > best) best = hope; continue; }
        if (m == e->move && !excluded) more = extension(b, e, beta, depth, ply, &score);
        if (more == NOTHING && !is_aborted()) { *why = PV_BY_MULTICUT; return score; }
        if (quiet && depth >= 3 && tried >= 3 && !check) less = tried < 8 || depth < 4 ? 1 : 2;
        PV_MOVE(m, depth - 1 + more); enter_child(&c, b, m, ply);
        score = search_child(&c, alpha, beta, depth - 1 + more, less, ply + 1, !tried++);
        if (is_aborted()) { *why = PV_BY_ABORT; return 0; }
        if (score > best && (!BUG(23) || score > alpha || tried == 1)) best = score;
        if (score > alpha) alpha = raise_alpha(best_move = m, ply, score);
        if (score >= beta) { history[b->side][m & 4095] += quiet ? depth * depth : 0; break; }
    }
    if (!tried) return old;                                          /* the only move is excluded */
    bound = best >= beta ? (BUG(35) ? PV_UPPER : PV_LOWER) : alpha > old || BUG(3) ? PV_EXACT : PV_UPPER;
    if ((!excluded || BUG(18)) && (ply || !shown)) store(b, ply, BUG(42) && best_move ? list[0] : best_move, best, bound, depth + BUG(4));
    return best;
}
static int search(const Board *b, int alpha, int beta, int depth, int ply, int may_pass, Move excluded) {
    int check = in_check(b), eval = -INF, v, why = PV_BY_MOVES, closed = beta - alpha == 1 && ply && (!excluded || BUG(41));
    Entry e = table[b->key % ENTRIES];
    if (depth <= 0 && !check) return quiescence(b, alpha, beta, ply);
    PV_ENTER(b->key, alpha, beta, depth);
    if (excluded) PV_SKIP(excluded, PV_EXCLUDED);
    if (check) { depth++; PV_DEPTH(depth); }
    if (!BUG(17)) length[ply] = 0;
    if (is_over()) PV_RETURN(0, PV_BY_ABORT);
    if (ply && is_draw(b, ply)) PV_RETURN(DRAW, PV_BY_DRAW);
    if (ply && alpha < DRAW && is_draw_near(b, ply)) { alpha = DRAW; PV_ALPHA(DRAW, PV_BY_CYCLE); }
    if (alpha >= beta) PV_RETURN(alpha, PV_BY_CYCLE);
    if (!check || ply >= PLIES) eval = evaluate(b);
    if (ply >= PLIES) PV_RETURN(eval, PV_BY_LEAF);
    if (ply && alpha < -MATE + ply + BUG(36)) { alpha = -MATE + ply + BUG(36); PV_ALPHA(alpha, PV_BY_MATEDIST); }
    if (ply && beta > MATE - ply - 1 - BUG(36)) { beta = MATE - ply - 1 - BUG(36); PV_BETA(beta, PV_BY_MATEDIST); }
    if (alpha >= beta) PV_RETURN(alpha, PV_BY_MATEDIST);
    if (e.key != b->key && !BUG(34)) memset(&e, 0, sizeof e);
    v = from_table(e.score, ply);
    if (closed && e.bound && (e.draft >= depth || BUG(7)) && (e.bound & (v >= beta ? PV_LOWER : PV_UPPER) || BUG(8))) {
        PV_TABLE(e.key, e.move, e.score, e.bound, e.draft); PV_RETURN(v, PV_BY_TABLE);
    }
    if (closed && !check && abs(beta) < LEAST) {
        v = prune(b, alpha, beta, depth, ply, eval, may_pass, &why);
        if (is_aborted()) PV_RETURN(0, PV_BY_ABORT);
        if (v != NOTHING) PV_RETURN(v, why);
        length[ply] = 0; why = PV_BY_MOVES;
    }
    v = loop(b, alpha, beta, depth, ply, excluded, &e, eval, &why);
    PV_RETURN(v, why);
}
static const char *text(const Board *b, Move m) {                    /* castling is written as two steps of the king */
    static char s[6]; int to = b->at[TO(m)] == OWN(b, ROOK) ? FROM(m) + (TO(m) > FROM(m) ? 2 : -2) : TO(m);
    sprintf(s, "%c%c%c%c%c", 'a' + (int)(m & 7), '1' + (FROM(m) >> 4), 'a' + (to & 7), '1' + (to >> 4), "\0nbrq"[m >> 12]);
    return s;
}
static void show(const Line *l, int depth, int number, int bound) {
    static const char *const bounds[] = {"", " upperbound", " lowerbound", ""};
    int i, n = bound == PV_UPPER ? 0 : l->length, mate = abs(l->score) >= LEAST; Board b = start;
    int in = l->score > 0 ? (MATE - l->score + 1) / 2 : -(MATE + l->score) / 2;
    PV_LINE(l->score, bound, l->moves, n);
    printf("info depth %d multipv %d score %s %d%s nodes %lu%s", depth, number, mate ? "mate" : "cp", mate ? in : l->score,
           bounds[bound], (unsigned long)nodes, n ? " pv" : "");
    for (i = 0; i < n; i++) { printf(" %s", text(&b, l->moves[i])); play(&b, l->moves[i]); }
    puts("");
}
static void search_root(Line *l, int depth) {                        /* with wider windows until the score lies in one */
    int low = depth < 4 ? -INF : l->score - 25, high = depth < 4 ? INF : l->score + 25, step = 50, score, bound;
    for (;; step *= 2) {
        score = search(&start, low, high, depth, 0, 0, 0);
        if (is_aborted()) return;
        bound = score <= low && !BUG(14) ? PV_UPPER : score >= high && !BUG(32) ? PV_LOWER : PV_EXACT;
        l->score = score; if (length[0]) { l->length = length[0]; memcpy(l->moves, row[0], sizeof l->moves); }
        if (bound == PV_EXACT || stopped) return; else if (multipv == 1) show(l, depth, 1, bound);
        if (bound == PV_UPPER) low = step > 400 ? -INF : score - step; else high = step > 400 ? INF : score + step;
    }
}
static void go(int depths) {
    Move list[256], best; Line l;
    int depth, i, j, n = legal(&start, list, 1), wanted = multipv < n ? multipv : n;
    nodes = 0; stopped = 0; best = n ? list[0] : 0; memset(lines, 0, sizeof lines);
    for (depth = 1; n && depth <= depths && !stopped; depth++) {
        for (shown = 0; shown < wanted && !stopped; shown++) search_root(&lines[shown], depth);
        if (is_aborted()) break;
        for (i = 0; i < wanted; i++) for (l = lines[j = i]; j >= 0; j--)
            if (j && lines[j - 1].score < l.score) lines[j] = lines[j - 1]; else { lines[j] = l; break; }
        for (i = 0; i < wanted; i++) show(&lines[i], depth, i + 1, PV_EXACT);
        best = lines[0].moves[0];
    }
    printf("bestmove %s\n", n ? text(&start, best) : "0000");
}
static void set_board(Board *b, const char *fen) {
    static const char letters[] = " PNBRQK  pnbrqk", rights[] = "KQkq";
    char side = 'w', castling[8] = "-", ep[8] = "-"; const char *piece;
    int s, i, all = 0, clock = 0;
    memset(b, 0, sizeof *b);
    for (s = 0x70; *fen > ' '; fen++)
        if (*fen == '/') s = (s & 0x70) - 16;
        else if ((piece = strchr(letters, *fen)) != NULL) put(b, s++, (int)(piece - letters));
        else s += *fen - '0';
    sscanf(fen, " %c %7s %7s %d", &side, castling, ep, &clock);
    for (i = 0; i < 4; i++) if (strchr(castling, rights[i])) all |= 1 << i;
    set_castling(b, all); if (side == 'b') pass(b);
    s = (ep[1] - '1') * 16 + ep[0] - 'a' + (b->side ? 16 : -16);
    for (i = -1; ep[0] != '-' && i < 2; i += 2) set_ep(b, s + (b->side ? -16 : 16), s + i);
    b->clock = b->back = clock;
}
static void set_position(char *line) {
    char *fen = strstr(line, "fen "), *moves = strstr(line, " moves "), *word; Move list[256]; int i, n;
    set_board(&start, fen ? fen + 4 : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    keys[root = 0] = start.key;
    for (word = moves ? strtok(moves + 7, " \n") : NULL; word && root < GAME; word = strtok(NULL, " \n")) {
        for (i = 0, n = legal(&start, list, 1); i < n && strcmp(text(&start, list[i]), word); i++) { }
        if (i == n) return;
        PV_GAMEKEY(start.key); play(&start, list[i]); keys[++root] = start.key;
    }
}
static long number(const char *s, const char *word) { s = strstr(s, word); return s ? atol(s + strlen(word)) : 0; }
int main(int argc, char **argv) {
    static char line[1 << 17] = "position startpos\n";
    long time, depth;
    if (argc > 2 && !strcmp(argv[1], "--bug")) bug = atoi(argv[2]);
    setvbuf(stdin, NULL, _IONBF, 0);                                 /* so that poll sees what has not been read */
    PV_CONSTANTS(MATE, LEAST, 0, 0);
    for (begin(), set_position(line); fflush(stdout), fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4);) {
        if (!strcmp(line, "uci\n")) puts("id name told\noption name MultiPV type spin default 1 min 1 max 64\nuciok");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (strstr(line, "name MultiPV")) multipv = (int)number(line, "value ");
        if (!strncmp(line, "ucinewgame", 10) || !strncmp(line, "position", 8) || !strncmp(line, "go", 2)) PV_UCI(line);
        if (!strncmp(line, "ucinewgame", 10)) {
            memset(table, 0, sizeof table); memset(evaluations, 0, sizeof evaluations); memset(history, 0, sizeof history);
        } else if (!strncmp(line, "position", 8)) set_position(line);
        if (strncmp(line, "go", 2)) continue;
        time = number(line, "movetime "); depth = number(line, "depth "); most_nodes = (uint64_t)number(line, "nodes ");
        deadline = time ? clock() + time * CLOCKS_PER_SEC / 1000 : 0; infinite = !time && !depth && !most_nodes;
        go(depth ? (int)depth : PLIES);
    }
}
