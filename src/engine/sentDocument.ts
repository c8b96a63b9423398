import { z } from 'zod';
import { kindOf } from './blocks/index.js';
import { faultOf } from './faultOf.js';
import { inOrderOf } from './inOrderOf.js';
import type { Issue } from './issue.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import { eachBlock } from './rewrite.js';
import { shapeOf } from './schemaShape.js';
import { withoutNulls } from './withoutNulls.js';

/** More would help nobody; a hostile document can have a million. */
const MAX_ISSUES = 100;
const TOO_MANY_FAULTS = 'has more faults than can be listed';

/** What a document becomes before it is checked: the record to check, or why it cannot be one. */
export type Prepared =
  | { readonly ok: true; readonly record: JsonRecord }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * A schema for a document as a caller sends it: refused when it cannot be kept safely, brought into today's shape by
 * `prepare`, then checked by `fields`, where null is read as absence wherever that is all it can mean. Its output keeps the
 * order of the keys as sent, so that what is stored reads like what was sent. At most 100 issues are reported.
 */
export function sentDocument<S extends z.ZodType>(
  fields: S,
  prepare: (sent: JsonRecord) => Prepared = (record) => ({ ok: true, record }),
): z.ZodType<z.output<S>> {
  return z.unknown().transform((sent, context): z.output<S> => {
    const prepared = prepareSoundly(sent, prepare);
    if (!prepared.ok) return refuse(prepared.issues, context);
    const checked = checkWithoutNulls(fields, prepared.record);
    if (!checked.success) return refuse(checked.error.issues, context);
    return inOrderOf(prepared.record, checked.data);
  });
}

function prepareSoundly(sent: unknown, prepare: (sent: JsonRecord) => Prepared): Prepared {
  const fault = faultOf(sent);
  if (fault) return { ok: false, issues: [fault] };
  if (isJsonRecord(sent)) return prepare(sent);
  return { ok: false, issues: [{ path: [], message: 'must be an object' }] };
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Fault[] } };

/** Few documents hold such nulls, so only one that is refused is searched for them. */
function checkWithoutNulls<S extends z.ZodType>(
  fields: S,
  record: JsonRecord,
): Checked<z.output<S>> {
  const checked = check(fields, record);
  if (checked.success) return checked;
  const bare = eachBlock(withoutNulls(record, shapeOf(fields)()), (block) =>
    withoutNulls(block, shapeOf(kindOf(String(block['type'])).schema)()),
  );
  return check(fields, bare);
}

/** zod runs out of stack where a hundred thousand faults come together: they are spread as arguments. */
function check<S extends z.ZodType>(fields: S, record: JsonRecord): Checked<z.output<S>> {
  try {
    return fields.safeParse(record);
  } catch {
    return { success: false, error: { issues: [{ path: [], message: TOO_MANY_FAULTS }] } };
  }
}

function refuse(faults: readonly Fault[], context: z.RefinementCtx): never {
  for (const { path, message } of faults.slice(0, MAX_ISSUES))
    context.addIssue({ code: 'custom', path: [...path], message });
  return z.NEVER;
}
