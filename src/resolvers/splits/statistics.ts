/** The quantile of the normal distribution that leaves 2.5 % on each side. */
const Z = 1.959963984540054;

/** How often intervals that are looked at all the time may be wrong, all arms of a phase together. */
const ERROR = 0.05;

/** A part of a whole with its intervals. */
interface Rate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly anytimeLow: number;
  readonly anytimeHigh: number;
}

/**
 * A part of a whole; null of nothing. `low` and `high` are its interval of 95 %, after Wilson, which holds for a look at one moment: who stops
 * as soon as such intervals part is wrong more often (https://doi.org/10.1080/01621459.1927.10502953). The other two hold at all times, for all of so
 * many arms together, with 95 %.
 */
export function rateOf(part: number, whole: number, arms: number): Rate | null {
  if (whole === 0) return null;
  const value = part / whole;
  const scale = 1 + Z ** 2 / whole;
  const middle = (value + Z ** 2 / (2 * whole)) / scale;
  const reach = (Z / scale) * Math.sqrt((value * (1 - value)) / whole + Z ** 2 / (4 * whole ** 2));
  const [anytimeLow, anytimeHigh] = anytimeInterval(part, whole, ERROR / arms);
  const wilson = { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
  return { value, ...wilson, anytimeLow, anytimeHigh };
}

/**
 * The values that a mixture test with a uniform prior has not refused: where the density of Beta(part + 1, rest + 1) is at least `error`. Such
 * densities are inverse martingales, so the chance that the true value is ever left out, however often one looks, is at most `error`
 * (Robbins 1970, https://doi.org/10.1214/aoms/1177696786; Waudby-Smith and Ramdas 2020, https://arxiv.org/abs/2006.04347).
 */
function anytimeInterval(
  part: number,
  whole: number,
  error: number,
): readonly [low: number, high: number] {
  const rest = whole - part;
  const scale = logFactorial(whole + 1) - logFactorial(part) - logFactorial(rest);
  const isIn = (p: number): boolean =>
    scale + part * Math.log(p) + rest * Math.log1p(-p) >= Math.log(error);
  const edgeTowards = (end: number): number => {
    let [inside, outside] = [part / whole, end];
    for (let step = 0; step < HALVINGS; step += 1) {
      const middle = (inside + outside) / 2;
      if (isIn(middle)) inside = middle;
      else outside = middle;
    }
    return outside;
  };
  return [part === 0 ? 0 : edgeTowards(0), rest === 0 ? 1 : edgeTowards(1)];
}

/** Enough for nine digits. */
const HALVINGS = 30;

/** The logarithm of n!, to 10⁻⁹ (Stirling's series from 16 on). */
function logFactorial(n: number): number {
  if (n < 16) return Array.from({ length: n }, (_, less) => Math.log(n - less)).reduce(added, 0);
  const series = 1 / (12 * n) - 1 / (360 * n ** 3);
  return (n + 0.5) * Math.log(n) - n + Math.log(2 * Math.PI) / 2 + series;
}

const added = (one: number, other: number): number => one + other;

/**
 * How likely chance alone makes numbers differ as much from what the weights promise: the p-value of a χ² test. Null where it says nothing: with
 * fewer than two weights above 0, or where an arm is promised fewer than five.
 */
export function ratioChance(
  arms: readonly { readonly weight: number; readonly count: number }[],
): number | null {
  const open = arms.filter(({ weight }) => weight > 0);
  const weights = open.reduce((sum, { weight }) => sum + weight, 0);
  const total = open.reduce((sum, { count }) => sum + count, 0);
  const promised = open.map(({ weight }) => (total * weight) / weights);
  if (open.length < 2 || Math.min(...promised) < 5) return null;
  const distance = open.reduce((sum, { count }, place) => {
    const expected = promised[place] ?? 0;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  return chiSquaredAbove(distance, open.length - 1);
}

/** Below this chance, numbers that differ from the weights are taken for a fault and not for chance. */
export const SUSPECT = 0.001;

/** The chance that a χ² value with so many degrees of freedom, from 1 to 4, is above `x`. */
function chiSquaredAbove(x: number, degrees: number): number {
  const half = x / 2;
  if (degrees % 2 === 0) return Math.exp(-half) * (degrees === 4 ? 1 + half : 1);
  const tail = degrees === 3 ? Math.sqrt((4 * half) / Math.PI) * Math.exp(-half) : 0;
  return errorAbove(Math.sqrt(half)) + tail;
}

/** The complementary error function of `x` from 0 on, to 2 · 10⁻⁷ (Abramowitz and Stegun, 7.1.26). */
function errorAbove(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return t * factors.reduce((sum, factor) => sum * t + factor, 0) * Math.exp(-(x ** 2));
}
