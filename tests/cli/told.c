// A program for `pvcheck subject --cmd`: alpha-beta with a transposition table. It tells its nodes by the header, as an engine
// does, and with a number makes a mistake: 1 the bound of an entry is not tested; 2 the evaluation is of the other side; 3 the
// last move is not searched; 4 a game that is over is worth 0; 5 move M is told as M.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pvcheck.h"

enum { MOST = 4096, PLIES = 64, INF = 1000000000 };
struct position { int score, count, moves[64]; };
struct entry { int depth, bound, score; };
static struct position positions[MOST];
static struct entry table[MOST];
static int size, bug, row[PLIES + 1][PLIES + 1], length[PLIES + 2];

static int search(int at, int depth, int ply, int alpha, int beta) {
    const struct position *here = &positions[at];
    struct entry *e = &table[at];
    int i, best = -INF, old = alpha, bound, count = here->count - (bug == 3 && here->count > 1);
    PV_ENTER((uint64_t)at, alpha, beta, depth);
    length[ply] = 0;
    if (!here->count) PV_RETURN(bug == 4 ? 0 : here->score, PV_BY_END);
    if (!depth) {
        int score = bug == 2 ? -here->score : here->score;
        PV_EVAL(score, PV_FRESH);
        PV_RETURN(score, PV_BY_LEAF);
    }
    bound = e->score >= beta ? PV_LOWER : e->score <= alpha ? PV_UPPER : 0;
    if (e->bound && e->depth == depth && (e->bound & bound || (bug == 1 && bound))) {
        PV_TABLE((uint64_t)at, 0, e->score, e->bound, depth);
        PV_RETURN(e->score, PV_BY_TABLE);
    }
    for (i = 0; i < count && alpha < beta; i++) {
        PV_MOVE((uint32_t)(bug == 5 ? i : i + 1), depth - 1);
        int score = -search(here->moves[i], depth - 1, ply + 1, -beta, -alpha);
        if (score > best) best = score;
        if (score <= alpha) continue;
        alpha = score;
        PV_RAISE(score);
        row[ply][0] = i;
        memcpy(row[ply] + 1, row[ply + 1], sizeof(int) * (size_t)length[ply + 1]);
        length[ply] = length[ply + 1] + 1;
    }
    bound = best >= beta ? PV_LOWER : best > old ? PV_EXACT : PV_UPPER;
    *e = (struct entry){depth, bound, best};
    PV_STORE((uint64_t)at, 0, best, bound, depth);
    PV_RETURN(best, PV_BY_MOVES);
}

// position P score S moves Q ...
static void read_position(void) {
    struct position *here = &positions[size++];
    char *word = (strtok(NULL, " \n"), strtok(NULL, " \n"), strtok(NULL, " \n"));
    here->score = atoi(word);
    for (here->count = 0, strtok(NULL, " \n"); (word = strtok(NULL, " \n")) && *word <= '9';)
        here->moves[here->count++] = atoi(word);
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    bug = argc > 1 ? atoi(argv[1]) : 0;
    while (fgets(line, sizeof line, stdin)) {
        PV_UCI(line);
        char *word = strtok(line, " \n");
        if (!strcmp(word, "pvcheck")) puts("ready told");
        if (!strcmp(word, "newgame")) memset(table, 0, sizeof table);
        if (!strcmp(word, "game")) size = 0;
        if (!strcmp(word, "position")) read_position();
        if (!strcmp(word, "quit")) break;
        if (!strcmp(word, "search")) {
            int root = atoi(strtok(NULL, " \n")), depth = (strtok(NULL, " \n"), atoi(strtok(NULL, " \n")));
            printf("result %d pv", search(root, depth, 0, -INF, INF));
            for (int i = 0; i < length[0]; i++) printf(" %d", row[0][i]);
            puts("\ndone");
        }
        fflush(stdout);
    }
    return 0;
}
