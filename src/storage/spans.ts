/** The spans of time for which totals are kept, in slots: a quarter of an hour, a day, 32 days. Each is a multiple of the shorter ones. */
export const SPANS = [1, 96, 3_072] as const;

/** Slots from `first` to before `end`, counted in spans of one length. Both bounds are multiples of it, or infinite. */
export interface SlotRange {
  readonly span: number;
  readonly first: number;
  readonly end: number;
}

/**
 * Splits the slots from `first` to before `end` (which may be Infinity) into as few ranges as possible: long spans inside, short ones at
 * both edges. Each slot is in one range.
 */
export function rangesOf(
  first: number,
  end: number,
  spans: readonly number[] = SPANS,
): SlotRange[] {
  const [span = 1, next, ...longer] = spans;
  const from = next === undefined ? end : Math.ceil(first / next) * next;
  const until = next === undefined ? end : Math.floor(end / next) * next;
  if (next === undefined || from >= until) return first < end ? [{ span, first, end }] : [];
  return [
    ...(first < from ? [{ span, first, end: from }] : []),
    ...rangesOf(from, until, [next, ...longer]),
    ...(until < end ? [{ span, first: until, end }] : []),
  ];
}
