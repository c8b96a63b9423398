import { oneOf, type Chance } from '../chance.js';

/** Parts of texts that are slow to read somewhere. */
const UNITS = [
  'a',
  ' ',
  '\n',
  '\t',
  'a ',
  'word ',
  'item 7, ',
  'choice3,',
  '{{V}}',
  '{{L}} ',
  '{{N 7}}',
  '{{= 1 =}}',
  '{{=',
  '{{',
  '}}',
  '~~',
  '~~a~~ ',
  '**a** ',
  '*a',
  '_a ',
  '1. ',
  '> - ',
  '- a\n',
  '- a\n\n',
  '- a\n  ',
  'a\n===\n',
  '[a](',
  '[a](b) ',
  '![',
  '`a',
  '```\n',
  '&#1;',
  '<a>',
  '\\*',
  "'",
  "''a",
  '"',
  'yyyy',
  'PPpp',
  '0',
  '12',
  '1,',
  '1e9',
  '+',
  '+33 6 12 34 56 78 ',
  '(555) ',
  '@',
  'a@',
  'a.',
  'a@b.c, ',
  '-',
  '/',
  '1/2/2024 ',
  '2024-01-01 ',
  'next monday ',
  'in 3 days ',
  'to ',
  'https://a.b/',
  'http://',
  '?v=1&',
  'a/../',
  '#',
  '/*',
  '*/',
  '<script>',
  '[',
  '[[',
  '["a",',
  '{"a":',
  'null,',
  '\u0301',
  'e\u0301',
  '\u0315\u0301',
  'ﬁ',
  'İ',
  'ẞ',
  '👍',
  '(a+)+',
  'return ',
  'var a;',
  'v1 ',
] as const;

/** A text of about a length, made of one unit or of two. */
export function nastyText(chance: Chance, length: number): string {
  const unit = oneOf(chance, UNITS);
  const other = chance() < 0.3 ? oneOf(chance, UNITS) : '';
  const text = (unit + other).repeat(Math.ceil(length / (unit + other).length)).slice(0, length);
  const end = chance() < 0.3 ? oneOf(chance, UNITS) : '';
  return (text + end).slice(0, length).toWellFormed();
}

/** A list of texts with a number of members, of about a number of characters in all. */
export function nastyList(chance: Chance, length: number, members: number): string[] {
  const each = Math.max(1, Math.floor(length / members));
  const kind = chance();
  if (kind < 0.4) return Array.from({ length: members }, (_, index) => `item ${index}`);
  const text = nastyText(chance, each);
  return Array.from({ length: members }, (_, index) => (kind < 0.7 ? `${text}${index}` : text));
}

/** A size up to the maximum, more often a large one; some stay small, so that others fit. */
export function sizeUpTo(chance: Chance, most: number): number {
  return Math.max(1, Math.floor(chance() < 0.5 ? most * chance() : most ** chance()));
}
