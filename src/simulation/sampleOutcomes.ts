import { z } from 'zod';
import {
  isJsonRecord,
  type AnyBlock,
  type EffectResult,
  type HandledEffect,
  type JsonRecord,
} from '../engine/index.js';

/** A way in which something outside may answer a block, by a name that is unique among those of the effect. */
export interface SampleOutcome {
  readonly name: string;
  readonly result: EffectResult;
  /** The author of the flow expects it. */
  readonly isExpected?: true;
}

/** The effects that leave the server. */
export type SampledEffect = Exclude<
  HandledEffect,
  { readonly kind: 'evaluate' | 'runScript' | 'loadBot' }
>;

/** The texts that an exploration wants a variable to have once. */
export type WantedTexts = (variableId: string) => readonly string[];

/**
 * The outcomes that explorations try of an effect. The first is what its block expects. Where the block keeps a part of
 * the outcome in a variable, that part also is each text which is wanted of the variable.
 */
export function sampleOutcomes(
  effect: SampledEffect,
  block: AnyBlock | undefined,
  wanted: WantedTexts,
): readonly [SampleOutcome, ...SampleOutcome[]] {
  switch (effect.kind) {
    case 'httpRequest':
      return responses(block, wanted);
    case 'sendEmail':
      return [succeeds({ refused: [], notAttached: [] }), failed];
    case 'sheets':
      return effect.task.action === 'get'
        ? rowsOf(effect.task.columns, kept(block, wanted))
        : [succeeds({}), failed];
    case 'forge':
      return [...outputsOf(kept(block, wanted)), { name: 'empty', ...succeeding({}) }, failed];
    case 'createPayment':
      return [succeeds(INTENT), failed];
    case 'verifyPayment':
      return [
        succeeds('paid'),
        ...['unpaid', 'processing', 'other'].map((name) => ({ name, ...succeeding(name) })),
        failed,
      ];
  }
}

/** What a webhook or the client of a visitor may report to a block that waits for it; undefined is nothing. */
export function sampleReports(
  block: AnyBlock | undefined,
  wanted: WantedTexts,
): readonly (string | undefined)[] {
  const parts = kept(block, wanted);
  if (parts.length === 0) return ['Sample', undefined, ''];
  const report = (data: unknown) => JSON.stringify({ statusCode: 200, data });
  const body = bodyWith(parts, SAMPLE);
  return [
    report(body),
    ...wantedOf(parts).map(({ path, text }) => report(put(body, namesOf(path), text))),
    report({}),
    report(bodyWith(parts, WRONG)),
  ];
}

/** A text that stands for any. */
const SAMPLE = 'Sample';
const INTENT = { intentId: 'pi_sample', paymentIntentSecret: 'secret', publicKey: 'pk_sample' };

const succeeding = (value: unknown) => ({ result: { ok: true, value } }) as const;
const succeeds = (value: unknown, name = 'success') =>
  ({ name, ...succeeding(value), isExpected: true }) as const;
const failed: SampleOutcome = { name: 'failure', result: { ok: false, error: 'It failed' } };

/** A part of an outcome that a block keeps in a variable. */
interface KeptPart {
  /** Its name: a path below the body of a response, a column, or an item of a vendor. */
  readonly path: string;
  /** The texts that are wanted of it. */
  readonly texts: readonly string[];
}

/** The most parts of an outcome that are tried. */
const MAX_PARTS = 20;

/** Parts of the output of vendors that blocks name in other options, or not at all. */
const USUAL = [
  'Message content',
  'Message',
  'Thread ID',
  'Response ID',
  'Answer',
  'Text',
  'URL',
] as const;

const text = z.string().catch('');
const mappingSchema = z.looseObject({
  options: z.looseObject({
    responseVariableMapping: z
      .array(
        z
          .looseObject({ bodyPath: text, variableId: text })
          .transform(({ bodyPath, variableId }) => {
            return { path: /^\s*data\b[.]?(.*)$/s.exec(bodyPath)?.[1] ?? '', variableId };
          }),
      )
      .catch([]),
    responseMapping: z
      .array(
        z.looseObject({ item: text, variableId: text }).transform(({ item, variableId }) => {
          return { path: item || USUAL[0], variableId };
        }),
      )
      .catch([]),
    cellsToExtract: z
      .array(
        z.looseObject({ column: text, variableId: text }).transform(({ column, variableId }) => {
          return { path: column, variableId };
        }),
      )
      .catch([]),
  }),
});

function kept(block: AnyBlock | undefined, wanted: WantedTexts): KeptPart[] {
  const options = mappingSchema.safeParse(block).data?.options;
  if (!options) return [];
  const { responseVariableMapping, responseMapping, cellsToExtract } = options;
  const parts = [...responseVariableMapping, ...responseMapping, ...cellsToExtract]
    .filter(({ path }) => path !== '')
    .map(({ path, variableId }) => ({ path, texts: wanted(variableId) }));
  return [...new Map(parts.map((part) => [part.path, part])).values()].slice(0, MAX_PARTS);
}

function wantedOf(parts: readonly KeptPart[]): { readonly path: string; readonly text: string }[] {
  return parts.flatMap(({ path, texts }) => texts.map((text) => ({ path, text })));
}

/** A value of a type that no block expects. */
const WRONG = { a: [1] };

function responses(
  block: AnyBlock | undefined,
  wanted: WantedTexts,
): [SampleOutcome, ...SampleOutcome[]] {
  const parts = kept(block, wanted);
  const response = (body: unknown, statusCode = 200) => ({
    statusCode,
    body: JSON.stringify(body),
  });
  const answered = (name: string, body: unknown, statusCode?: number) => ({
    name,
    ...succeeding(response(body, statusCode)),
  });
  const body = bodyWith(parts, SAMPLE);
  return [
    succeeds(response(body)),
    ...wantedOf(parts).map(({ path, text }) =>
      succeeds(response(put(body, namesOf(path), text)), `${path}: ${text}`),
    ),
    ...(parts.length > 0 ? [answered('wrong type', bodyWith(parts, WRONG))] : []),
    ...parts.map(({ path }) => {
      const others = parts.filter((other) => other.path !== path);
      return answered(`without ${path}`, bodyWith(others, SAMPLE));
    }),
    answered('status 404', { message: 'Not found' }, 404),
    answered('status 500', { message: 'Internal error' }, 500),
    { name: 'time-out', ...succeeding({ statusCode: 408, body: '', error: 'timed out' }) },
  ];
}

function rowsOf(
  columns: readonly string[],
  parts: readonly KeptPart[],
): [SampleOutcome, ...SampleOutcome[]] {
  const row = Object.fromEntries(columns.map((column) => [column, SAMPLE]));
  return [
    succeeds({ rows: [row] }),
    ...wantedOf(parts).map(({ path, text }) =>
      succeeds({ rows: [{ ...row, [path]: text }] }, `${path}: ${text}`),
    ),
    { name: 'several rows', ...succeeding({ rows: [row, row] }) },
    { name: 'no row', ...succeeding({ rows: [] }) },
    failed,
  ];
}

/** The output of a vendor: what the block keeps of it, and the usual parts. */
function outputsOf(parts: readonly KeptPart[]): [SampleOutcome, ...SampleOutcome[]] {
  const names = [...USUAL, ...parts.map(({ path }) => path)];
  const output = Object.fromEntries(names.map((name) => [name, SAMPLE]));
  return [
    succeeds(output),
    ...wantedOf(parts).map(({ path, text }) =>
      succeeds({ ...output, [path]: text }, `${path}: ${text}`),
    ),
  ];
}

/** A body in which each of the parts has a value. */
function bodyWith(parts: readonly KeptPart[], value: unknown): unknown {
  return parts.reduce<unknown>((body, { path }) => put(body, namesOf(path), value), {});
}

function namesOf(path: string): (string | number)[] {
  const names = path.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return names.slice(0, MAX_PARTS).map((name) => (/^\d{1,2}$/.test(name) ? Number(name) : name));
}

function put(
  body: unknown,
  [name, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (name === undefined) return value;
  if (typeof name === 'number') {
    const list: unknown[] = Array.isArray(body) ? body : [];
    return Array.from({ length: Math.max(list.length, name + 1) }, (_, index) =>
      index === name ? put(list[index], rest, value) : list[index],
    );
  }
  const record: JsonRecord = isJsonRecord(body) ? body : {};
  return { ...record, [name]: put(record[name], rest, value) };
}
