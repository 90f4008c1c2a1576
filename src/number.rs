//! Numbers as users write and read them.

/// Parses a whole number, which may have underscores between its digits or an exponent, such as `1_000` or `2e6`.
/// Returns `None` if the number is too large.
fn whole(text: &str) -> Result<Option<u64>, String> {
    let expected = "expected a whole number, for example 1000, 1_000 or 1e3".to_owned();
    let plain = text.replace('_', "");
    let (digits, zeros) = match plain.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits.to_owned(), zeros.parse::<u32>().map_err(|_| expected.clone())?),
        None => (plain, 0),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('_') || text.ends_with('_') {
        return Err(expected);
    }
    let number = digits.parse::<u64>().ok().zip(10u64.checked_pow(zeros));
    Ok(number.and_then(|(number, factor)| number.checked_mul(factor)))
}

/// Returns a parser of a whole number of this range. Numbers of the command line and the environment, except seeds,
/// have a range, so that a typing error is refused and causes no run without an end or without memory.
pub fn number<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let within = whole(text)?.filter(|number| (least..=most).contains(number));
        within
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("expected a number from {} to {}", round(least), round(most)))
    }
}

/// Returns a number as people write it, such as 10,000 or 1e9.
fn round(number: u64) -> String {
    let zeros =
        if number == 0 { 0 } else { (1..=19).take_while(|&e| number.is_multiple_of(10u64.pow(e))).count() };
    if zeros >= 6 { format!("{}e{zeros}", number / 10u64.pow(zeros as u32)) } else { thousands(number) }
}

/// The maximum number of games, more than any machine plays.
pub const MOST_GAMES: u64 = 1_000_000_000_000_000;

/// Returns a number with commas between groups of three digits.
pub fn thousands(number: u64) -> String {
    let digits: Vec<char> = number.to_string().chars().collect();
    let groups: Vec<String> = digits.rchunks(3).rev().map(String::from_iter).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_have_underscores_and_an_exponent() {
        for (text, number) in
            [("0", 0), ("1_000", 1_000), ("1e6", 1_000_000), ("25E2", 2_500), ("1_0e1", 100)]
        {
            assert_eq!(whole(text), Ok(Some(number)), "{text}");
        }
        assert_eq!(whole("18446744073709551615"), Ok(Some(u64::MAX)));
        for text in ["", "e6", "1e", "1e-3", "1.5", "+1", "-1", "_1", "1_", "1e6e1", "x"] {
            assert!(whole(text).is_err_and(|error| error.contains("1_000")), "{text}");
        }
        for text in ["18446744073709551616", "1e20", "2e19", "1e4294967296"] {
            assert!(number::<u64>(0, u64::MAX)(text).is_err(), "{text}");
        }
        assert_eq!(number::<u8>(1, 255)("1e0"), Ok(1));
        for (text, most, problem) in [
            ("0", 1_000_000_000, "expected a number from 1 to 1e9"),
            ("10_001", 10_000, "expected a number from 1 to 10,000"),
            ("1e20", 1_000_000_000, "expected a number from 1 to 1e9"),
        ] {
            assert_eq!(number::<u64>(1, most)(text), Err(problem.to_owned()));
        }
    }
}
