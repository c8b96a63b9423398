import { z } from 'zod';
import type { EffectResult } from '../engine/index.js';
import type { CodeRunner } from './codeRunner.js';
import type { EffectCall } from './effectCall.js';
import type { EffectOrigin } from './effectOrigin.js';
import type { GooglePorts } from './google/callGoogle.js';
import type { RequestUse } from './models/usage.js';

/** An action that a block asks of a vendor. */
export type VendorCall = EffectCall<'forge'>;

/** What actions of vendors are done with. */
export interface VendorPorts extends GooglePorts {
  readonly code: CodeRunner;
  /** Counts an e-mail of a chat; rejects above the limits. */
  countEmail(botId: string, chat: string): Promise<void>;
  /** Receives what every request to an AI took, as the vendor reports it, else estimated (`models/countRequest.ts`). `runWithinBudget.ts` adds it up for each action. */
  countUse(used: RequestUse): void;
}

/** Does one action of a vendor. A rejection becomes a failed result whose message the author of the flow reads. */
export type VendorAction = (ports: VendorPorts, call: VendorCall) => Promise<EffectResult>;

/** Parses the options of a block. Throws an error that tells the author of the flow what is missing. */
export function readOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(options);
  if (success) return data;
  throw new Error(error.issues[0]?.message);
}

const text = z.string().optional().catch(undefined);
const pairsSchema = z
  .array(z.object({ key: text, fieldName: text, value: z.unknown() }).catch({ value: undefined }))
  .catch([]);

/** A list of keys and values, as blocks have them, as one object; a pair that names nothing is left out. */
export function pairsIn(list: unknown): Readonly<Record<string, unknown>> {
  const pairs = pairsSchema
    .parse(list)
    .flatMap(({ key, fieldName = key, value }) =>
      fieldName === undefined ? [] : [[fieldName, value ?? ''] as const],
    );
  return Object.fromEntries(pairs);
}

/** A record of a service by the names of its fields. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** The values of all records for each field, in the order of the records; null where a record has no value. */
export function inColumns(records: readonly ServiceRecord[]): ServiceRecord {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return Object.fromEntries(
    [...names].map((name) => [name, records.map((record) => record[name] ?? null)]),
  );
}

/** The function that stores a file with the files of a chat and returns its address. Throws where the chat keeps no files. */
export function keeperOf({ keepFile }: EffectOrigin): NonNullable<EffectOrigin['keepFile']> {
  if (keepFile) return keepFile;
  throw new Error('This chat keeps no files');
}

/** An id as one segment of a path. Throws for `.` and `..`, with which the key would be sent to another address of the vendor. */
export function pathPart(id: string): string {
  if (id === '.' || id === '..') throw new Error(`"${id}" is not an id`);
  return encodeURIComponent(id);
}
