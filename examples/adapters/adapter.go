// A search in Go that `pvcheck subject --cmd ./adapter` verifies: alpha-beta that returns its line.
//
//	go build -o adapter adapter.go
//
// Replace `search` by your own. It tells its nodes (`enter`, `move`, `stand`, `leave`). With the argument `bug`, it takes over the line of a move whose score is not
// better than alpha but equal: that score may be an upper bound, and its line then proves nothing.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	mate     = 1_000_000_000
	largest  = mate - 1001
	infinite = mate + 1
)

type position struct {
	score int
	moves []int
}

var (
	positions []position
	out       = bufio.NewWriter(os.Stdout)
	bug       = len(os.Args) > 1 && os.Args[1] == "bug"
)

// number reads a score: `#3` is a win in three plies, `-#0` a lost game.
func number(text string) int {
	if text[0] == '-' {
		return -number(text[1:])
	}
	value, _ := strconv.Atoi(strings.TrimPrefix(text, "#"))
	if text[0] == '#' {
		return mate - value
	}
	return value
}

func text(score int) string {
	if score > mate {
		return "inf"
	}
	if score > largest {
		return fmt.Sprintf("#%d", mate-score)
	}
	if score < -largest {
		return "-" + text(-score)
	}
	return strconv.Itoa(score)
}

// evaluate returns a score as seen from the root: a mate counts the plies from its position.
func evaluate(score, ply int) int {
	if score > largest {
		return score - ply
	}
	if score < -largest {
		return score + ply
	}
	return score
}

// told returns a score as it is told: a mate counts from the node again, and none is nearer than now.
func told(score, ply int) string {
	switch {
	case score < -largest:
		return "-" + told(-score, ply)
	case score > mate-ply && score <= mate:
		return text(mate)
	case score > largest && score <= mate:
		return text(score + ply)
	}
	return text(score)
}

func leave(score, ply int) int {
	fmt.Fprintln(out, "leave", told(score, ply))
	return score
}

func search(at position, depth, ply, alpha, beta int) (int, []int) {
	fmt.Fprintln(out, "enter", depth, told(alpha, ply), told(beta, ply))
	if depth == 0 || len(at.moves) == 0 {
		fmt.Fprintln(out, "stand")
		return leave(evaluate(at.score, ply), ply), nil
	}
	best, line := -infinite, []int(nil)
	for i, to := range at.moves {
		fmt.Fprintln(out, "move", i, depth-1)
		score, rest := search(positions[to], depth-1, ply+1, -beta, -alpha)
		score = -score
		if score > best || bug && score >= alpha {
			line = append([]int{i}, rest...)
		}
		if score > best {
			best = score
		}
		if score > alpha {
			alpha = score
		}
		if alpha >= beta {
			break
		}
	}
	return leave(best, ply), line
}

func main() {
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		words := strings.Fields(input.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "pvcheck":
			fmt.Fprintln(out, "ready Go adapter")
			out.Flush()
		case "game": // game table SIZE
			positions = make([]position, number(words[2]))
		case "position": // position NUMBER score SCORE moves NUMBER... [noisy ...]
			here := &positions[number(words[1])]
			here.score = number(words[3])
			for _, word := range words[5:] {
				to, err := strconv.Atoi(word)
				if err != nil {
					break
				}
				here.moves = append(here.moves, to)
			}
		case "search": // search NUMBER depth PLIES
			score, line := search(positions[number(words[1])], number(words[3]), 0, -infinite, infinite)
			fmt.Fprintln(out, "result", text(score), "pv", strings.Trim(fmt.Sprint(line), "[]"))
			fmt.Fprintln(out, "done")
			out.Flush()
		case "quit":
			return
		}
	}
}
