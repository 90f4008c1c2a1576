//! Random games, and games that are played to an end, since lines break most often close to the end.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::root::Root;
use crate::{ChessPosition, Ending};
use pvcheck::position::{Position as _, legal_moves};

/// The shortest and the longest random game, in plies.
const GAME: (u64, u64) = (4, 120);

/// The most plies to the end of a game.
const TO_THE_END: usize = 100;

/// The most men of a game that ends with few.
const FEW_MEN: u32 = 4;

/// The most plies before the end of a game at which a position is searched.
pub(super) const BEFORE_THE_END: usize = 4;

/// Returns the game with this number, of random moves that do not end the game. Every second game is played to an end, and taken
/// back by one to four plies.
pub fn random_game(seed: u64, number: u64) -> Root {
    let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let mut game: Root = "startpos".parse().expect("the start position");
    for _ in 0..random.random_range(GAME.0..=GAME.1) {
        let moves = legal_moves(game.position());
        let mv = moves[random.random_range(0..moves.len())];
        let next = game.after(&game.position().move_name(mv)).expect("a legal move");
        if next.position().is_terminal() {
            break;
        }
        game = next;
    }
    if number.is_multiple_of(2) {
        return game;
    }
    let mut game = to_an_end(&game, &mut random).game();
    let back = random.random_range(1..=BEFORE_THE_END);
    game.swap_remove(game.len().saturating_sub(1 + back))
}

/// Plays on to an end of the game that comes soon: by repetition, by the fifty-move rule with another clock, by the
/// first move that ends the game, or with few men.
pub(super) fn to_an_end(root: &Root, random: &mut Pcg64Mcg) -> Root {
    let kind = random.random_range(0..4);
    let mut game = match kind {
        0 if let Some(game) = repeated(root, random) => return game,
        1 => root.with_clock(random.random_range(94..100)),
        _ => root.clone(),
    };
    for _ in 0..TO_THE_END {
        let position = game.position();
        if position.is_terminal() {
            break;
        }
        let men = |position: &ChessPosition| position.board().occupied().len();
        let has_many = kind == 2 && men(position) > FEW_MEN;
        let worth = |(name, next): &(String, ChessPosition)| match next.is_terminal() {
            is_over if has_many => usize::from(!is_over) + usize::from(men(next) < men(position)),
            true if kind == 2 => usize::from(next.ending() == Some(Ending::Stalemate)) * 3,
            true => 3,
            // A promotion to another piece than the queen is rare where moves are drawn, and often wrong in lines.
            false if name.len() == 5 && !name.ends_with('q') => 2,
            false => usize::from(kind == 1 && next.board().halfmove_clock() > 0),
        };
        let next =
            legal_moves(position).into_iter().map(|mv| (position.move_name(mv), position.play_in_game(mv)));
        let moves: Vec<_> = next.collect();
        let most = moves.iter().map(worth).max().unwrap_or(0);
        let best: Vec<_> = moves.iter().filter(|next| worth(next) == most).collect();
        game = game.after(&best[random.random_range(0..best.len())].0).expect("a legal move");
    }
    game
}

/// Moves a piece of both sides to and fro until the position has occurred three times; `None` if that is impossible.
fn repeated(root: &Root, random: &mut Pcg64Mcg) -> Option<Root> {
    let (mut game, mut there) = (root.clone(), Vec::new());
    for _ in 0..2 {
        let moves = legal_moves(game.position()).into_iter().map(|mv| game.position().move_name(mv));
        let moves: Vec<String> = moves.filter(|name| name.len() == 4).collect();
        let name = moves.get(random.random_range(0..moves.len().max(1)))?.clone();
        game = game.after(&name)?;
        there.push(name);
    }
    let back = there.iter().map(|name| format!("{}{}", &name[2..], &name[..2]));
    let round: Vec<String> = back.chain(there.iter().cloned()).collect();
    for name in round.iter().cycle().take(6) {
        game = game.after(name)?;
    }
    game.position().is_terminal().then_some(game)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Ends are drawn from 400 positions.
    #[test]
    fn ends_of_every_kind_are_drawn() {
        let mut ends: BTreeMap<String, usize> = BTreeMap::new();
        let (mut random, mut promotions) = (Pcg64Mcg::seed_from_u64(7), 0);
        for number in 0..400 {
            let game = to_an_end(&random_game(1, 2 * number), &mut random);
            *ends.entry(format!("{:?}", game.position().ending())).or_default() += 1;
            promotions += usize::from(
                game.moves().iter().any(|name| name.ends_with(['n', 'b', 'r']) && name.len() == 5),
            );
        }
        // Others end later, or in a dead position.
        for ending in [Ending::Checkmate, Ending::Stalemate, Ending::FiftyMoves, Ending::Threefold] {
            assert!(ends.get(&format!("{:?}", Some(ending))).is_some_and(|&count| count >= 4), "{ends:?}");
        }
        assert!(promotions >= 8, "{promotions}");
    }

    #[test]
    fn every_second_game_is_close_to_an_end() {
        let is_close = |game: &Root| {
            let ends = |position: &ChessPosition| position.is_terminal();
            let next = |position: &ChessPosition| {
                legal_moves(position).into_iter().map(|mv| position.play_in_game(mv)).collect::<Vec<_>>()
            };
            next(game.position()).iter().any(|child| ends(child) || next(child).iter().any(ends))
        };
        let games: Vec<Root> = (0..200).map(|number| random_game(3, number)).collect();
        assert!(games.iter().all(|game| !game.position().is_terminal()));
        let close = |first: usize| games.iter().skip(first).step_by(2).filter(|game| is_close(game)).count();
        assert!(close(1) > close(0) + 20, "{} and {}", close(0), close(1));
    }
}
