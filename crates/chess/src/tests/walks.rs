//! Claims about all positions of random games.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::*;
use pvcheck::laws::laws_within;
use pvcheck::score::Score;

/// Calls `each` for the positions of random games from all records of the project, 60 plies each: at every ply the
/// position of a game, and one of a search.
fn walk(seed: u64, mut each: impl FnMut(&ChessPosition)) {
    let mut random = Pcg32::seed_from_u64(seed);
    for record in bundled() {
        let mut game = record.position().clone();
        let mut search = game.clone();
        for _ in 0..60 {
            each(&game);
            each(&search);
            let mut choose = |position: &ChessPosition| {
                let moves = legal_moves(position);
                (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
            };
            if let Some(mv) = choose(&search) {
                search = search.play(mv);
            }
            let Some(mv) = choose(&game) else { break };
            game = game.play_in_game(mv);
        }
    }
}

/// The board, the side to move, the rights, the legal en-passant capture and the ending.
fn described(position: &ChessPosition) -> String {
    let name = position.name().expect("a FEN");
    let fields: Vec<&str> = name.split(' ').collect();
    format!("{} {:?}", fields[..4].join(" "), position.ending())
}

/// Equal positions have equal moves and lead to equal positions, also with different clocks or numbers.
#[test]
fn the_positions_of_the_project_obey_the_laws_of_games() {
    let examined = laws_within(bundled().iter().map(|record| record.position().clone()), 20_000);
    let examined = examined.unwrap_or_else(|broken| panic!("{broken}"));
    assert!(examined.positions == 20_000 && examined.collision.is_none(), "{examined:?}");
}

#[test]
fn keys_are_equal_exactly_where_positions_are() {
    let mut by_key: HashMap<u64, ChessPosition> = HashMap::new();
    let mut by_identity: HashMap<ChessPosition, u64> = HashMap::new();
    let (mut met_again, mut different) = (0, 0);
    walk(1, |position| {
        let other = by_key.entry(position.key()).or_insert_with(|| position.clone());
        assert_eq!((other == position, described(other)), (true, described(position)));
        assert_eq!(*by_identity.entry(position.clone()).or_insert(position.key()), position.key());
        met_again += usize::from(by_key.len() < met_again + different + 1);
        different = by_key.len();
    });
    assert!(different > 2_000 && by_identity.len() == different, "{different}, {met_again}");
}

/// The FEN of the same position with the colors exchanged.
fn flipped(name: &str) -> String {
    let exchanged = |text: &str| -> String {
        let exchange = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        text.chars().map(exchange).collect()
    };
    let fields: Vec<&str> = name.split(' ').collect();
    let rows: Vec<String> = fields[0].rsplit('/').map(exchanged).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let square = fields[3].replace('6', "x").replace('3', "6").replace('x', "3");
    [&rows.join("/"), side, &exchanged(fields[2]), &square, fields[4], fields[5]].join(" ")
}

#[test]
fn exchanged_colors_have_the_same_evaluation_and_the_same_moves() {
    let mut scores = HashMap::new();
    walk(3, |one| {
        let one = position(&one.name().expect("a FEN"));
        let other = position(&flipped(&one.name().expect("a FEN")));
        assert_eq!(one.evaluate(), other.evaluate(), "{:?}", one.name());
        let rank = |name: &str| -> String {
            name.chars().map(|c| c.to_digit(9).map_or(c, |rank| char::from(b'9' - rank as u8))).collect()
        };
        let exchanged: Vec<String> = names(&other).iter().map(|name| rank(name)).collect();
        assert_eq!(names(&one), exchanged, "{:?}", one.name());
        let score = one.evaluate();
        assert!(score == Score::MIN || score.get().abs() < 20_000, "{score}");
        *scores.entry(score).or_insert(0) += 1;
    });
    assert!(scores.len() > 1_000, "{} different evaluations", scores.len());
}

#[test]
fn every_position_is_read_as_it_is_written() {
    let mut count = 0;
    walk(4, |one| {
        let name = one.name().expect("a FEN");
        let again = position(&name);
        assert_eq!(again.name(), Some(name));
        // A FEN has no history.
        if one.history().is_empty() && one.ending() != Some(Ending::Threefold) {
            assert!(described(one) == described(&again) || one.ending() != again.ending());
            count += 1;
        }
        for mv in legal_moves(one) {
            assert_eq!(one.parse_move(&one.move_name(mv)), Some(mv));
            assert!(one.san(mv).is_some_and(|san| san.is_ascii() && san.len() >= 2));
        }
    });
    assert!(count > 1_000);
}

/// The characters that replace a character.
const OTHERS: &[char] =
    &['K', 'k', 'p', 'P', 'q', 'R', '/', '-', ' ', '9', '0', '8', 'é', '\t', ';', '"', '1', 'a', 'h', '6'];

/// The text with one to three characters removed, repeated, replaced or moved.
fn mutated(text: &str, random: &mut Pcg32) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..letters.len());
        let other = OTHERS[random.random_range(0..OTHERS.len())];
        match random.random_range(0..4) {
            0 if letters.len() > 1 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters[at] = other,
            _ => {
                let to = random.random_range(0..letters.len());
                letters.swap(at, to);
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn altered_text_is_an_error_or_a_position_that_can_be_played() {
    let mut random = Pcg32::seed_from_u64(5);
    let texts: Vec<String> = bundled().iter().map(|record| record.uci_position()[4..].to_owned()).collect();
    let (mut valid, mut wrong) = (0, 0);
    for text in texts.iter().cycle().take(20_000) {
        let text = mutated(text, &mut random);
        match text.parse::<ChessPosition>() {
            Ok(position) => {
                valid += 1;
                let mut position = position;
                for _ in 0..6 {
                    let moves = legal_moves(&position);
                    assert_eq!(moves.is_empty(), position.is_terminal(), "{text}");
                    let Some(&mv) = moves.get(random.random_range(0..moves.len().max(1))) else { break };
                    assert!(position.san(mv).is_some());
                    position = position.play(mv);
                }
            }
            Err(error) => {
                wrong += 1;
                assert!(
                    text.get(error.span.clone()).is_some() && !error.expected.is_empty(),
                    "{text}: {error}"
                );
            }
        }
    }
    assert!(valid > 500 && wrong > 500, "{valid}, {wrong}");
}

#[test]
fn altered_records_are_read_or_are_errors_in_their_line() {
    let mut random = Pcg32::seed_from_u64(6);
    let lines: Vec<&str> = include_str!("../positions.epd").lines().filter(|line| line.len() > 40).collect();
    let (mut valid, mut wrong) = (0, 0);
    for line in lines.iter().cycle().take(20_000) {
        let text = format!("# a comment\n\n{}", mutated(line, &mut random).replace('\n', " "));
        match EpdRecord::read_all(&text) {
            Ok(records) => {
                valid += 1;
                assert_eq!(records[0].0, 3);
            }
            Err(errors) => {
                wrong += 1;
                let error = &errors.first[0];
                assert!(text.get(error.span.clone()).is_some(), "{text}: {error}");
            }
        }
    }
    assert!(valid > 500 && wrong > 500, "{valid}, {wrong}");
}
