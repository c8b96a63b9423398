/** What an `Accept` header says of some media types. */
interface Range {
  readonly name: string;
  /** How much they are wanted, from 0 to 1. */
  readonly quality: number;
  readonly order: number;
}

/**
 * Which of the media types a caller would have first, by its `Accept` header: what is wanted most, then what is named
 * most exactly, then what is named first. The first type when it says nothing; undefined when it takes none of them.
 */
export function preferredType(
  accept: string | undefined,
  types: readonly string[],
): string | undefined {
  if (!accept) return types[0];
  const ranges = accept.split(',').flatMap(rangesIn);
  const [first] = types
    .map((type) => ({ type, ...saidOf(type, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort(
      (one, other) => other.quality - one.quality || other.fit - one.fit || one.order - other.order,
    );
  return first?.type;
}

/** One with parameters of its own means none of our types. */
function rangesIn(part: string, order: number): Range[] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const [weight = '', ...others] = parameters.filter((text) => text !== '');
  if (others.length > 0 || !/^(q *=.*)?$/.test(weight)) return [];
  const value = weight.replace(/^q *= *"?/, '');
  return [{ name, quality: value === '' ? 1 : Number.parseFloat(value), order }];
}

/** What the range says that fits a type best; of several, the kindest. */
function saidOf(type: string, ranges: readonly Range[]) {
  const [family] = type.split('/');
  const fitting = ['*/*', `${family}/*`, type];
  let best = { quality: 0, order: 0, fit: -1 };
  for (const { name, ...range } of ranges) {
    const fit = fitting.indexOf(name);
    const isBetter = fit > best.fit || (fit === best.fit && range.quality >= best.quality);
    if (fit >= 0 && isBetter) best = { ...range, fit };
  }
  return best;
}
