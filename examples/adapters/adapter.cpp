// A search in C++ that `pvcheck subject --cmd ./adapter` verifies: alpha-beta that returns its line.
//
//     g++ -O2 -std=c++17 -o adapter adapter.cpp
//
// Replace `search` by your own. It tells its nodes (`enter`, `move`, `stand`, `leave`). With the argument `bug`, the evaluation of a leaf at an odd ply has the wrong
// sign: it is that of the player at the root, and not of the player to move.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

constexpr int Mate = 1'000'000'000, Largest = Mate - 1001, Infinite = Mate + 1;

struct Position { int score = 0; std::vector<int> moves; };
struct Result { int score; std::vector<int> line; };

static std::vector<Position> positions;
static bool bug = false;

// `#3` is a win in three plies, `-#0` a lost game.
static int number(const std::string &text) {
    if (text[0] == '-') return -number(text.substr(1));
    return text[0] == '#' ? Mate - std::stoi(text.substr(1)) : std::stoi(text);
}

static std::string text(int score) {
    if (std::abs(score) > Mate) return score < 0 ? "-inf" : "inf";
    if (std::abs(score) <= Largest) return std::to_string(score);
    return (score < 0 ? "-#" : "#") + std::to_string(Mate - std::abs(score));
}

// A mate counts the plies from its position; inside the search, from the root.
static int evaluate(int score, int ply) {
    if (bug && ply % 2 == 1) score = -score;
    return score > Largest ? score - ply : score < -Largest ? score + ply : score;
}

// What is told counts mates from the node again, and none is nearer than now.
static std::string told(int score, int ply) {
    if (std::abs(score) > Mate || std::abs(score) <= Largest) return text(score);
    return text(score < 0 ? std::max(score - ply, -Mate) : std::min(score + ply, Mate));
}

static Result leave(Result result, int ply) {
    std::cout << "leave " << told(result.score, ply) << '\n';
    return result;
}

static Result search(const Position &at, int depth, int ply, int alpha, int beta) {
    std::cout << "enter " << depth << ' ' << told(alpha, ply) << ' ' << told(beta, ply) << '\n';
    if (depth == 0 || at.moves.empty()) {
        std::cout << "stand\n";
        return leave({evaluate(at.score, ply), {}}, ply);
    }
    Result best{-Infinite, {}};
    for (std::size_t i = 0; i < at.moves.size() && alpha < beta; ++i) {
        std::cout << "move " << i << ' ' << depth - 1 << '\n';
        auto [score, line] = search(positions[at.moves[i]], depth - 1, ply + 1, -beta, -alpha);
        if (-score > best.score) {
            line.insert(line.begin(), static_cast<int>(i));
            best = {-score, std::move(line)};
        }
        alpha = std::max(alpha, -score);
    }
    return leave(best, ply);
}

int main(int argc, char **argv) {
    bug = argc > 1 && std::string(argv[1]) == "bug";
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word, skipped, score;
        int index = 0, depth = 0;
        words >> word;
        if (word == "pvcheck") {
            std::cout << "ready C++ adapter" << std::endl;
        } else if (word == "game") { // game table SIZE
            words >> skipped >> index;
            positions.assign(index, {});
        } else if (word == "position") { // position NUMBER score SCORE moves NUMBER... [noisy ...]
            words >> index >> skipped >> score >> skipped;
            Position &here = positions[index];
            here.score = number(score);
            for (int to; words >> to;) here.moves.push_back(to);
        } else if (word == "search") { // search NUMBER depth PLIES
            words >> index >> skipped >> depth;
            Result result = search(positions[index], depth, 0, -Infinite, Infinite);
            std::cout << "result " << text(result.score) << " pv";
            for (int mv : result.line) std::cout << ' ' << mv;
            std::cout << "\ndone" << std::endl;
        } else if (word == "quit") {
            break;
        }
    }
}
