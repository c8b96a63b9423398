import { z } from 'zod';
import type { EffectResult } from '../engine/index.js';
import type { CodeRunner } from './codeRunner.js';
import type { EffectCall } from './effectCall.js';
import type { EffectOrigin } from './effectOrigin.js';
import type { GooglePorts } from './google/callGoogle.js';
import type { RequestUse } from './models/usage.js';

/** A vendor's action that a block requests. */
export type VendorCall = EffectCall<'forge'>;

/** What actions of vendors need. */
export interface VendorPorts extends GooglePorts {
  readonly code: CodeRunner;
  /** Counts an e-mail of a chat. Rejects above the limits. */
  countEmail(botId: string, chat: string): Promise<void>;
  /**
   * Receives the usage of every AI request, as reported by the vendor or estimated (`models/countRequest.ts`). `runWithinBudget.ts` adds it
   * up for each action.
   */
  countUse(used: RequestUse): void;
}

/** Runs an action of a vendor. A rejection becomes a failed result, whose message the author of the flow reads. */
export type VendorAction = (ports: VendorPorts, call: VendorCall) => Promise<EffectResult>;

/** Parses the options of a block. Throws an error whose message tells the author of the flow what is missing. */
export function readOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(options);
  if (success) return data;
  throw new Error(error.issues[0]?.message);
}

const text = z.string().optional().catch(undefined);
const pairsSchema = z
  .array(z.object({ key: text, fieldName: text, value: z.unknown() }).catch({ value: undefined }))
  .catch([]);

/** Converts a list of keys and values of a block to an object; entries without a key are dropped. */
export function pairsIn(list: unknown): Readonly<Record<string, unknown>> {
  const pairs = pairsSchema
    .parse(list)
    .flatMap(({ key, fieldName = key, value }) =>
      fieldName === undefined ? [] : [[fieldName, value ?? ''] as const],
    );
  return Object.fromEntries(pairs);
}

/** A record of a service, by field. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** For each field, the values of all records in order; null where a record has none. */
export function inColumns(records: readonly ServiceRecord[]): ServiceRecord {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries(
    [...names].map((name) => [name, records.map((record) => record[name] ?? null)]),
  );
}

/** Returns the function that stores a file of a chat and resolves to its URL. Throws if the chat may store no files. */
export function keeperOf({ keepFile }: EffectOrigin): NonNullable<EffectOrigin['keepFile']> {
  if (keepFile) return keepFile;
  throw new Error('This chat keeps no files');
}

/** Encodes an id as a path segment. Throws for `.` and `..`, which would lead to another path of the vendor. */
export function pathPart(id: string): string {
  if (id === '.' || id === '..') throw new Error(`"${id}" is not an id`);
  return encodeURIComponent(id);
}
