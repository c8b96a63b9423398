/**
 * The lengths of time a total is kept for, in slots: a quarter of an hour, a day, 32 days. A longer one holds whole numbers
 * of the shorter.
 */
export const SPANS = [1, 96, 3_072] as const;

/** Slots from `first` up to but not including `end`, counted in one length; both are multiples of it, or unbounded. */
export interface SlotRange {
  readonly span: number;
  readonly first: number;
  readonly end: number;
}

/**
 * The slots from `first` to before `end` (which may be Infinity) as few ranges as they can be counted in: long spans within,
 * short ones at both edges. Together the ranges are the slots, each once.
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
