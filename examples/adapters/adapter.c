// A search in C that `pvcheck subject --cmd ./adapter` verifies: alpha-beta with a triangular table.
//
//     gcc -O2 -o adapter adapter.c
//
// Replace `search` by your own. It tells its nodes (`enter`, `move`, `stand`, `leave`). With the argument `bug`, the row of a leaf is not cleared: it still has the
// line of a node that was searched at the same ply before.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATE = 1000000000, LARGEST = MATE - 1001, INFINITE = MATE + 1, PLIES = 65 };

struct position { int score, count, *moves; };
static struct position *positions;
static int size, row[PLIES + 1][PLIES], length[PLIES + 1];
static bool bug;

// `#3` is a win in three plies, `-#0` a lost game.
static int number(const char *text) {
    if (*text == '-') return -number(text + 1);
    return *text == '#' ? MATE - atoi(text + 1) : atoi(text);
}

// A mate counts the plies from its position; inside the search, from the root.
static int evaluate(int score, int ply) {
    return score > LARGEST ? score - ply : score < -LARGEST ? score + ply : score;
}

// What is told counts mates from the node, and none is nearer than now.
static void tell(int score, int ply) {
    int plies = MATE - abs(score) - ply;
    if (abs(score) > MATE) printf(" %sinf", score < 0 ? "-" : "");
    else if (abs(score) <= LARGEST) printf(" %d", score);
    else printf(" %s#%d", score < 0 ? "-" : "", plies > 0 ? plies : 0);
}

static int leave(int score, int ply) {
    printf("leave");
    tell(score, ply);
    puts("");
    return score;
}

static int search(int at, int depth, int ply, int alpha, int beta) {
    struct position *here = &positions[at];
    bool is_leaf = depth == 0 || here->count == 0;
    printf("enter %d", depth);
    tell(alpha, ply);
    tell(beta, ply);
    puts(is_leaf ? "\nstand" : "");
    if (!(bug && is_leaf)) length[ply] = 0;
    if (is_leaf) return leave(evaluate(here->score, ply), ply);
    int best = -INFINITE;
    for (int i = 0; i < here->count && alpha < beta; i++) {
        printf("move %d %d\n", i, depth - 1);
        int score = -search(here->moves[i], depth - 1, ply + 1, -beta, -alpha);
        if (score > best) best = score;
        if (score > alpha) {
            alpha = score;
            row[ply][0] = i;
            memcpy(row[ply] + 1, row[ply + 1], sizeof(int) * length[ply + 1]);
            length[ply] = length[ply + 1] + 1;
        }
    }
    return leave(best, ply);
}

// position NUMBER score SCORE moves NUMBER... [noisy ...] [forcing ...] [pass NUMBER]
static void read_position(void) {
    struct position *here = &positions[atoi(strtok(NULL, " \n"))];
    strtok(NULL, " \n");
    here->score = number(strtok(NULL, " \n"));
    strtok(NULL, " \n");
    for (char *word; (word = strtok(NULL, " \n")) && *word >= '0' && *word <= '9';) {
        here->moves = realloc(here->moves, sizeof(int) * (here->count + 1));
        here->moves[here->count++] = atoi(word);
    }
}

static void read_game(void) {
    for (int i = 0; i < size; i++) free(positions[i].moves);
    free(positions);
    strtok(NULL, " \n"); // "table"
    size = atoi(strtok(NULL, " \n"));
    positions = calloc(size, sizeof *positions);
}

static void answer(void) {
    int root = atoi(strtok(NULL, " \n"));
    strtok(NULL, " \n"); // "depth"
    int score = search(root, atoi(strtok(NULL, " \n")), 0, -INFINITE, INFINITE);
    if (abs(score) > LARGEST) printf("result %s#%d pv", score < 0 ? "-" : "", MATE - abs(score));
    else printf("result %d pv", score);
    for (int i = 0; i < length[0]; i++) printf(" %d", row[0][i]);
    printf("\ndone\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    bug = argc > 1 && !strcmp(argv[1], "bug");
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        char *word = strtok(line, " \n");
        if (!word) continue;
        if (!strcmp(word, "pvcheck")) puts("ready C adapter"), fflush(stdout);
        else if (!strcmp(word, "newgame")) memset(length, 0, sizeof length);
        else if (!strcmp(word, "game")) read_game();
        else if (!strcmp(word, "position")) read_position();
        else if (!strcmp(word, "search")) answer();
        else if (!strcmp(word, "quit")) break;
    }
    return 0;
}
