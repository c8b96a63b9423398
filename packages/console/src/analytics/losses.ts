import type { Flow, FlowPart } from '@parley/client';
import type { Counts } from '../canvas/model/overlay.js';

/** How long answers to a block took, in seconds: half of them, and nine of ten; null if longer than what is measured. */
interface AnswerTime {
  readonly blockId: string;
  readonly median: number | null;
  readonly p90: number | null;
}

/** A block at which visitors answer or leave. */
export interface Question {
  readonly blockId: string;
  readonly groupTitle: string;
  readonly type: string;
  /** What is before it in its group, the nearest last. */
  readonly before: readonly FlowPart[];
  readonly reached: number;
  readonly answered: number;
  readonly left: number;
  /** The part of those who reached it that left there, from 0 to 1. */
  readonly share: number;
  /** Undefined without an answer. */
  readonly median: number | null | undefined;
  readonly p90: number | null | undefined;
}

const NOBODY = { reached: 0, answered: 0, left: 0 };

/** The blocks of the flow at which visitors answer or leave, those that lose the most first, else in the order of the flow. */
export function questionsOf(
  flow: Flow,
  { blocks }: Pick<Counts, 'blocks'>,
  answerTimes: readonly AnswerTime[],
): readonly Question[] {
  const counts = new Map(blocks.map((one) => [one.blockId, one]));
  const times = new Map(answerTimes.map((one) => [one.blockId, one]));
  return flow.groups
    .flatMap(({ title, blocks: own }) =>
      own.flatMap(({ id: blockId, type }, at) => {
        const { reached, answered, left } = counts.get(blockId) ?? NOBODY;
        if (left === 0 && answered === 0) return [];
        const place = { groupTitle: String(title), type: String(type), before: own.slice(0, at) };
        const share = reached === 0 ? 0 : left / reached;
        const { median, p90 } = times.get(blockId) ?? {};
        return [{ blockId, ...place, reached, answered, left, share, median, p90 }];
      }),
    )
    .sort((one, other) => other.left - one.left);
}

/** A day of a chart. */
export interface Day {
  readonly day: string;
  readonly starts: number;
  readonly completions: number;
}

/** All days from the first to the last, those on which nothing happened with zeros. Days are texts such as `2026-05-01`. */
export function filledDays(series: readonly Day[]): readonly Day[] {
  const [first] = series;
  const last = series.at(-1);
  if (!first || !last) return [];
  const known = new Map(series.map((one) => [one.day, one]));
  const days: Day[] = [];
  for (let at = Date.parse(first.day); at <= Date.parse(last.day); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(day) ?? { day, starts: 0, completions: 0 });
  }
  return days;
}

/** The days that a chart names below it, in the words of a language: the first, the last, and a few between, where they have room. */
export function namedDays(days: readonly Day[], locale: string): readonly string[] {
  const count = Math.min(days.length, days.length < 10 ? 2 : days.length < 14 ? 3 : 5);
  const places = Array.from({ length: count }, (_, at) =>
    Math.round((at * (days.length - 1)) / Math.max(count - 1, 1)),
  );
  const isOneYear = days[0]?.day.slice(0, 4) === days.at(-1)?.day.slice(0, 4);
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(!isOneYear && { year: '2-digit' }),
  });
  return places.map((place) => format.format(Date.parse(days[place]?.day ?? '')));
}
