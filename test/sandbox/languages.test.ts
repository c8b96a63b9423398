import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { recordsAt } from '../support/parts.js';
import { fc } from '../support/properties.js';
import { useSandboxes } from '../support/sandboxes.js';

const open = useSandboxes();

/** The results of function bodies in Node itself, in a time zone, with American English as its language. */
function resultsInNode(codes: readonly string[], timeZone: string): string[] {
  const input = JSON.stringify(codes);
  const env = { TZ: timeZone, LC_ALL: 'en_US.UTF-8' };
  const said: unknown = JSON.parse(
    execFileSync(process.execPath, ['-e', RUN], { input, env, encoding: 'utf8' }),
  );
  if (!Array.isArray(said)) throw new Error('Node says a list');
  return said.map(String);
}

const RUN = `
  const say = (code) => {
    try {
      return JSON.stringify(new Function(code)(), (_, value) => typeof value === 'bigint' ? String(value) : value) ?? 'null';
    } catch (error) {
      return String(error);
    }
  };
  const codes = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  process.stdout.write(JSON.stringify(codes.map(say)));`;

/** Random calls of everything in Node that formats by language or time zone, with options of all kinds; their results are texts. */
function localisedCalls(count: number): string[] {
  return fc.sample(call, { numRuns: count, seed: 7 }).map((code) => `return ${code}`);
}

const LOCALES =
  'pt-BR en-US en-GB de fr-CA ja-JP ar-EG hi-IN tr sv zh-Hans-CN th-TH-u-nu-thai es-419 pl he fa-IR xx no_locale';
const locale = fc.oneof(
  fc
    .constantFrom(...LOCALES.split(' '), ['de', 'fr'], [], ['xx', 'pt'])
    .map((tag) => JSON.stringify(tag)),
  fc.constantFrom('undefined', 'null', '5', '[5]', 'new Intl.Locale("pt-PT")'),
);
const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    '0',
    '-0',
    'NaN',
    'Infinity',
    '1234.5',
    '0.1 + 0.2',
    '10n ** 20n',
    '-5n',
    '1e21',
    '"12.50"',
    'undefined',
    'null',
    'true',
    '{}',
    '[7]',
  ),
);
const text = fc
  .oneof(
    fc.constantFrom(
      'ação',
      'Ação',
      'zebra',
      'Ärger',
      'Äpfel',
      'résumé',
      'ı',
      'İi',
      'Straße',
      'ΑΣ',
      '日本語です',
      'a10',
      'a9',
      'e\u0301',
      'ﬁ',
      '',
    ),
    fc.string({ maxLength: 8 }),
  )
  .map((value) => JSON.stringify(value));
/** Numbers, without the values that have no methods. */
const quantity = number.filter((written) => !/^(undefined|null|\{)/.test(written));
/** Times between 1975 and 2037: before, zones have names and offsets that have changed since. */
const moment = fc.integer({ min: 1.6e11, max: 2.1e12 });
const date = moment.map((ms) => `new Date(${ms})`);

/** Some of these options, or a value that is not an option. */
const optionsOf = (members: Record<string, readonly unknown[]>) => {
  const some = fc
    .constantFrom(...Object.entries(members))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));
  const written = fc
    .array(some, { maxLength: 4 })
    .map((entries) => JSON.stringify(Object.fromEntries(entries)));
  return fc.oneof(
    { arbitrary: written, weight: 12 },
    { arbitrary: fc.constantFrom('undefined', 'null', '1', '{}'), weight: 1 },
  );
};

const DIGITS = {
  minimumFractionDigits: [0, 2, 5, 101],
  maximumFractionDigits: [0, 2, 20, -1],
  maximumSignificantDigits: [1, 3, 21],
};
const forNumbers = optionsOf({
  style: ['currency', 'percent', 'unit', 'decimal', 'oops'],
  currency: ['BRL', 'EUR', 'JPY', 'USD', 'X'],
  currencyDisplay: ['symbol', 'code', 'name', 'narrowSymbol'],
  unit: ['kilometer-per-hour', 'liter', 'kilobyte', 'parsec'],
  unitDisplay: ['long', 'short'],
  notation: ['compact', 'scientific', 'engineering'],
  compactDisplay: ['long'],
  signDisplay: ['always', 'never', 'exceptZero'],
  useGrouping: [true, false, 'min2'],
  minimumIntegerDigits: [1, 3, 22],
  ...DIGITS,
});
const forDates = optionsOf({
  timeZone: ['America/Sao_Paulo', 'Asia/Tokyo', 'UTC', 'Europe/London', 'Mars/Olympus'],
  dateStyle: ['full', 'long', 'medium', 'short'],
  timeStyle: ['full', 'medium', 'short'],
  hour12: [true, false],
  hourCycle: ['h23', 'h12'],
  calendar: ['gregory', 'buddhist'],
});
const forParts = optionsOf({
  timeZone: ['America/Sao_Paulo', 'Asia/Tokyo'],
  weekday: ['long', 'short'],
  era: ['short'],
  year: ['numeric', '2-digit'],
  month: ['long', '2-digit', 'numeric', 'oops'],
  day: ['numeric', '2-digit'],
  dayPeriod: ['short'],
  hour: ['numeric', '2-digit'],
  minute: ['2-digit'],
  second: ['2-digit'],
  fractionalSecondDigits: [1, 3, 4],
  timeZoneName: ['short', 'longOffset', 'long'],
});
const forOrder = optionsOf({
  sensitivity: ['base', 'accent', 'case', 'variant'],
  numeric: [true, false],
  caseFirst: ['upper', 'lower'],
  ignorePunctuation: [true],
  usage: ['search', 'sort'],
});

const part = fc.constantFrom(
  'FullYear',
  'Month',
  'Date',
  'Day',
  'Hours',
  'Minutes',
  'Seconds',
  'Milliseconds',
);
const settable = fc.constantFrom(
  'FullYear',
  'Month',
  'Date',
  'Hours',
  'Minutes',
  'Seconds',
  'Milliseconds',
);
const pad = (size: number) => String(size).padStart(2, '0');
const written = fc
  .tuple(
    fc.integer({ min: 1980, max: 2035 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 0, max: 23 }),
  )
  .chain(([year, month, day, hour]) =>
    fc.constantFrom(
      `${year}-${pad(month)}-${pad(day)}`,
      `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:30`,
      `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:30:15.123Z`,
      `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:30:00+02:00`,
      `${year}-${month}-${day}`,
      `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:00`,
      `${month}/${day}/${year}`,
      `${month}/${day}/${year} ${hour}:05 PM`,
      `Jan ${day}, ${year}`,
      `${day} March ${year} ${pad(hour)}:00 GMT`,
      `${day} March ${year} ${pad(hour)}:00 GMT-0300 (Brasilia Standard Time)`,
      `Tue Mar 01 ${year} ${pad(hour)}:00:00 EST`,
      `${pad(day)}/${pad(month)}/${year}`,
      'tomorrow',
    ),
  )
  .map((value) => JSON.stringify(value));

/** A template tag that fills random values into the text of a call. */
const of = (
  parts: TemplateStringsArray,
  ...arbitraries: fc.Arbitrary<unknown>[]
): fc.Arbitrary<string> =>
  fc.tuple(...arbitraries).map((drawn) => String.raw({ raw: parts }, ...drawn));

const call = fc.oneof(
  of`(${quantity}).toLocaleString(${locale}, ${forNumbers})`,
  of`new Intl.NumberFormat(${locale}, ${forNumbers}).format(${number})`,
  of`Intl.NumberFormat(${locale}, ${forNumbers}).formatToParts(${number})`,
  of`new Intl.NumberFormat(${locale}, ${forNumbers}).resolvedOptions()`,
  of`new Intl.NumberFormat(${locale}, ${forNumbers}).formatRange(${quantity}, ${quantity})`,
  of`${date}.toLocaleString(${locale}, ${forDates})`,
  of`${date}.toLocaleDateString(${locale}, ${forParts})`,
  of`${date}.toLocaleTimeString(${locale}, ${forParts})`,
  of`new Intl.DateTimeFormat(${locale}, ${forDates}).format(${moment})`,
  of`new Intl.DateTimeFormat(${locale}, ${forParts}).formatToParts(${date})`,
  of`new Intl.DateTimeFormat(${locale}, ${forParts}).formatRange(${moment}, ${moment})`,
  of`Intl.DateTimeFormat(${locale}, ${forDates}).resolvedOptions()`,
  of`${text}.localeCompare(${text}, ${locale}, ${forOrder})`,
  of`[${text}, ${text}, ${text}, ${text}].sort(new Intl.Collator(${locale}, ${forOrder}).compare)`,
  of`new Intl.Collator(${locale}, ${forOrder}).resolvedOptions()`,
  of`new Intl.PluralRules(${locale}, ${optionsOf({ type: ['ordinal', 'cardinal', 'x'], ...DIGITS })}).select(${number})`,
  of`new Intl.ListFormat(${locale}, ${optionsOf({ type: ['conjunction', 'disjunction', 'unit'], style: ['long', 'short', 'narrow'] })}).formatToParts([${text}, ${text}, ${text}])`,
  of`new Intl.RelativeTimeFormat(${locale}, ${optionsOf({ numeric: ['auto', 'always'], style: ['long', 'narrow'] })}).format(${number}, ${fc.constantFrom('"day"', '"months"', '"era"', 'undefined')})`,
  of`[...new Intl.Segmenter(${locale}, ${optionsOf({ granularity: ['word', 'sentence', 'grapheme', 'x'] })}).segment(${text})]`,
  of`new Intl.Segmenter("en", { granularity: "word" }).segment("one two").containing(${fc.integer({ min: -2, max: 9 })})`,
  of`new Intl.DisplayNames(${locale}, ${optionsOf({ type: ['region', 'language', 'currency', 'oops'], fallback: ['none', 'code'] })}).of(${fc.constantFrom('"BR"', '"pt-BR"', '"EUR"', '"?"')})`,
  of`new Intl.Locale(${locale}, ${optionsOf({ region: ['US', 'BR'], hourCycle: ['h12', 'x'] })}).${fc.constantFrom('toString()', 'maximize().toString()', 'language', 'region', 'script', 'numberingSystem', 'hourCycle')}`,
  of`Intl.getCanonicalLocales(${locale})`,
  of`Intl.NumberFormat.supportedLocalesOf(${locale})`,
  of`Intl.supportedValuesOf(${fc.constantFrom('"currency"', '"timeZone"', '"unit"', '"calendar"', '"x"')}).slice(0, 5)`,
  of`${text}.toLocaleUpperCase(${locale})`,
  of`${text}.toLocaleLowerCase(${locale})`,
  of`${text}.normalize(${fc.constantFrom('', '"NFD"', '"NFKC"')})`,
  of`[${number}, ${date}, null].toLocaleString(${locale})`,
  of`${date}.${fc.constantFrom('toString', 'toDateString', 'toTimeString', 'toISOString', 'toJSON', 'getTimezoneOffset', 'getYear')}()`,
  of`${date}.get${part}()`,
  of`${date}.set${settable}(${fc.integer({ min: -40, max: 400 })})`,
  of`new Date(${fc.integer({ min: 1980, max: 2035 })}, ${fc.integer({ min: -2, max: 14 })}, ${fc.integer({ min: 1, max: 31 })}, ${fc.integer({ min: 0, max: 24 })}, ${fc.integer({ min: 0, max: 59 })}).getTime()`,
  of`new Date(${written}).getTime()`,
  of`String(new Date(${written}))`,
  of`Date.parse(${written})`,
);

const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Johannesburg',
  'America/St_Johns',
];
const calls = localisedCalls(1_000);
const share = calls.length / ZONES.length;
const sandbox = open();

/** The results of the same code in the sandbox, in the same form. */
async function resultsInSandbox(codes: readonly string[], timeZone: string): Promise<string[]> {
  const calls = codes.map((code) => `() => { ${code} }`);
  // In one body, since each gets a QuickJS of its own.
  const together = `return [${calls.join()}].map((call) => {
    try { return { value: call() ?? null } } catch (error) { return { error: String(error) } }
  })`;
  const [outcome] = await sandbox.evaluate([together], [], { timeZone });
  if (!outcome?.ok) throw new Error(outcome?.error);
  return recordsAt({ all: outcome.value }, 'all').map(({ value, error }) =>
    error === undefined ? JSON.stringify(value) : String(error),
  );
}

const pairs = (codes: readonly string[], said: readonly string[]) =>
  codes.map((code, index) => `${code} → ${said[index]}`);

describe('scripts have the same languages, currencies and times as Node', () => {
  test.each(ZONES)('in %s', async (timeZone) => {
    const from = ZONES.indexOf(timeZone) * share;
    const codes = calls.slice(from, from + share);
    const said = await resultsInSandbox(codes, timeZone);
    expect(pairs(codes, said)).toEqual(pairs(codes, resultsInNode(codes, timeZone)));
  });
});
