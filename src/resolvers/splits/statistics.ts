/** The quantile of the normal distribution that leaves 2.5 % on each side. */
const Z = 1.959963984540054;

/**
 * A part of a whole and its interval of 95 %, after Wilson; null of nothing. Such an interval holds for a look at one moment: who stops as soon as
 * intervals part is wrong more often (https://doi.org/10.1080/01621459.1927.10502953).
 */
export function rateOf(
  part: number,
  whole: number,
): { value: number; low: number; high: number } | null {
  if (whole === 0) return null;
  const value = part / whole;
  const scale = 1 + Z ** 2 / whole;
  const middle = (value + Z ** 2 / (2 * whole)) / scale;
  const reach = (Z / scale) * Math.sqrt((value * (1 - value)) / whole + Z ** 2 / (4 * whole ** 2));
  return { value, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

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
