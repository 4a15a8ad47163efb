/*
 * How long people wait before they take their turn. No corpus can be kept here (Switchboard, Fisher and
 * the Spoken Dutch Corpus are licensed), so the reference is the distribution that those who measured
 * them report, with its two parameters from two of their figures:
 *
 * - Gaps between turns are log-normal: M. Heldner and J. Edlund, "Pauses, gaps and overlaps in
 *   conversations", Journal of Phonetics 38 (2010), doi 10.1016/j.wocn.2010.08.002.
 * - The most frequent gap is some 200 ms: S. C. Levinson and F. Torreira, "Timing in turn-taking and its
 *   implications for processing models of language", Frontiers in Psychology 6 (2015), 731,
 *   doi 10.3389/fpsyg.2015.00731.
 * - A silence of about a second is the longest that people let pass: G. Jefferson, "Preliminary notes on
 *   a possible metric which provides for a 'standard maximum' silence of approximately one second in
 *   conversation" (1989). We take it as the gap that 2.5 % exceed.
 */
const MODE = 200;
const LONGEST = 1000;
const LONGEST_QUANTILE = 1.96;

// The mode of a log-normal is exp(mu - sigma²), and LONGEST is exp(mu + 1.96 sigma).
const SIGMA =
  (Math.sqrt(LONGEST_QUANTILE ** 2 + 4 * Math.log(LONGEST / MODE)) - LONGEST_QUANTILE) / 2;
const MU = Math.log(MODE) + SIGMA ** 2;

export function shareUpTo(milliseconds: number): number {
  return milliseconds <= 0 ? 0 : normal((Math.log(milliseconds) - MU) / SIGMA);
}

/** The median gap, ms. */
export const MEDIAN = Math.exp(MU);

/** The standard normal distribution, by Abramowitz and Stegun 7.1.26: exact to 1.5e-7. */
function normal(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const sum = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce(
    (total, coefficient) => (total + coefficient) * t,
    0,
  );
  const error = 1 - sum * Math.exp(-x * x);
  return z < 0 ? (1 - error) / 2 : (1 + error) / 2;
}

/** The Kolmogorov-Smirnov distance; NaN without values. */
export function distance(values: number[], share: (value: number) => number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const misses = sorted.map((value, index) => {
    const at = share(value);
    return Math.max(at - index / sorted.length, (index + 1) / sorted.length - at);
  });
  return misses.length ? Math.max(...misses) : Number.NaN;
}
