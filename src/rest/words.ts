import { invalid, oneOf } from '../errors/errors.js';

/** Enums whose values have other names in REST: the GraphQL value of each name. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TimeFilter: {
    today: 'TODAY',
    last7Days: 'LAST_7_DAYS',
    last30Days: 'LAST_30_DAYS',
    monthToDate: 'MONTH_TO_DATE',
    lastMonth: 'LAST_MONTH',
    yearToDate: 'YEAR_TO_DATE',
    allTime: 'ALL_TIME',
  },
};

/** The enum value for the text of the member `name`; the same text for enums without other names. */
export function valueOfWord(
  type: string,
  { name, text }: { name: string; text: unknown },
): unknown {
  const values = words[type];
  if (!values) return text;
  if (typeof text === 'string' && Object.hasOwn(values, text)) return values[text];
  throw invalid([{ path: [name], message: oneOf(Object.keys(values)) }]);
}

/** The name of an enum value in REST. */
export function wordOf(type: string, value: string): string {
  const entries = Object.entries(words[type] ?? {});
  const [word] = entries.find(([, named]) => named === value) ?? [value];
  return word;
}
