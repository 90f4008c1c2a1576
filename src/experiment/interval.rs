//! The confidence interval of a share.

/// The quantile of the normal distribution for an interval with 95 % confidence.
pub const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// Returns the Wilson score interval of the share `count` / `of`, with this quantile of the normal distribution. For 0
/// of 0 the interval is everything; it begins at 0 exactly if `count` is 0, and ends at 1 exactly if `count` is `of`.
/// Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, 1927.
pub fn share_interval(count: u64, of: u64, quantile: f64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share, z) = (of as f64, count as f64 / of as f64, quantile);
    let scale = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / scale;
    let half = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let low = if count == 0 { 0.0 } else { centre - half };
    let high = if count == of { 1.0 } else { centre + half };
    (low, high)
}
