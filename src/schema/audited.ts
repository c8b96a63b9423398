import { Trigger } from '@mikro-orm/decorators/legacy';
import type { AuditKind } from './enums.js';

/** What the audit log notes of the rows of a table. */
interface Noted {
  readonly kind: AuditKind;
  /** The noted values: the column of each name, in snake case where it differs, or SQL with `row` for the row. */
  readonly values: Readonly<Record<string, string>>;
  /** SQL for the workspace, the id and the name of the thing; `row` is the row. */
  readonly workspace?: string;
  readonly id?: string;
  readonly name?: string;
  readonly events?: readonly ('insert' | 'update' | 'delete')[];
}

/** SQL: the workspace of the bot that a row names. */
export const OF_ITS_BOT = '(select workspace_id from bot where id = row.bot_id)';

/** SQL: a person, as people know them. */
export const PERSON_OF_ROW = '(select coalesce(name, email) from app_user where id = row.user_id)';

/** SQL: a text that shows whether secrets changed, and nothing of them: they are encrypted with a new nonce at each write. */
export const FINGERPRINT = 'left(md5(row.sealed), 8)';

/**
 * Notes the writes of mutations to a table in the audit log, in their own transactions (ADR 19). The trigger does nothing unless the
 * transaction says who acts (`storage/audit.ts`), so that neither turns nor background work pay for it.
 */
export function Audited({
  kind,
  values,
  workspace = 'row.workspace_id',
  id = 'row.id',
  name = 'row.name',
  events = ['insert', 'update', 'delete'],
}: Noted) {
  const of = (row: 'old' | 'new', sql: string) => sql.replace(/\brow\./g, `${row}.`);
  const either = (sql: string) => `coalesce(${of('new', sql)}, ${of('old', sql)})`;
  const valuesOf = (row: 'old' | 'new') => {
    const pairs = Object.entries(values).map(([key, sql]) => `'${key}', ${of(row, sql)}`);
    return `jsonb_build_object(${pairs.join(', ')})`;
  };
  const noted = [
    `'${kind}'`,
    either(id),
    either(name),
    of('old', workspace),
    of('new', workspace),
    valuesOf('old'),
    valuesOf('new'),
  ];
  return Trigger({
    name: 'audited',
    timing: 'after',
    events: [...events],
    forEach: 'row',
    when: "(current_setting('parley.audit'::text, true) <> ''::text)",
    body: `perform note_audit_1(${noted.join(', ')}); return null;`,
  });
}
