import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import type { ClientBase } from 'pg';
import { AuditEntry } from '../schema/auditEntry.js';
import type { AuditKind } from '../schema/enums.js';
import type { Unit } from './orm.js';
import { pagesBy, readingOf, type Page, type Slice } from './page.js';
import { unionOf } from './unionOf.js';

/** Who acts, and by which operation. */
export interface Auditor {
  readonly operation: string;
  readonly actorId: string;
  readonly tokenId: string;
  readonly signInId: string | null;
}

/** Says who acts, for the rest of a transaction: the triggers of `schema/audited.ts` then note what it writes. */
const SET_AUDITOR = "select set_config('parley.audit', ?, true)";

/**
 * A unit whose transactions are noted in the audit log. `auditor` is called when the first of them begins; without one, nothing is noted.
 * Statements outside of transactions (`nativeDelete`, `execute`) are not noted.
 */
export function auditedUnit(unit: Unit, auditor: () => Promise<Auditor | undefined>): Unit {
  const audited = unit.fork({ cloneEventManager: true });
  audited.getEventManager().registerSubscriber(new SayWhoActs(auditor));
  return audited;
}

class SayWhoActs implements EventSubscriber {
  constructor(private readonly auditor: () => Promise<Auditor | undefined>) {}

  async afterTransactionStart({ em, transaction }: TransactionEventArgs): Promise<void> {
    const by = await this.auditor();
    if (by) await saysWhoActs(em, by, transaction);
  }
}

async function saysWhoActs(
  em: EntityManager,
  by: Auditor,
  transaction: TransactionEventArgs['transaction'],
): Promise<void> {
  await em.getConnection().execute(SET_AUDITOR, [JSON.stringify(by)], 'run', transaction);
}

/** Notes what happens to the results of a bot, in the transaction of a connection. Their tables have no triggers: turns write them. */
export async function noteResults(
  client: ClientBase,
  by: Auditor | undefined,
  {
    botId,
    ...values
  }: { readonly botId: string; readonly deleted?: unknown; readonly imported?: number },
): Promise<void> {
  if (!by) return;
  const isNew = values.imported !== undefined;
  await client.query("select set_config('parley.audit', $1, true)", [JSON.stringify(by)]);
  await client.query(
    `select note_audit_1($1, id, name, case when $2 then null else workspace_id end, case when $2 then workspace_id end, $3, $3)
      from bot where id = $4`,
    ['RESULTS' satisfies AuditKind, isNew, JSON.stringify(values), botId],
  );
}

/** A filter of an audit log. */
export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly subjectId?: string | undefined;
  /** Done at or after. */
  readonly from?: Date | undefined;
  /** Done before. */
  readonly until?: Date | undefined;
}

/** A page of the audit log of each of these workspaces, newest first. */
export async function listAuditEntries(
  unit: Unit,
  workspaceIds: readonly string[],
  { slice, from, until, ...filter }: AuditFilter & { readonly slice: Slice<number> },
): Promise<Map<string, Page<AuditEntry>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const orderBy = { position: order };
  const given = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  );
  const time = { ...(from && { $gte: from }), ...(until && { $lt: until }) };
  const lists = workspaceIds.map((workspaceId) =>
    unit
      .createQueryBuilder(AuditEntry)
      .select(['position'])
      .where({
        ...{ workspaceId, ...given },
        ...(range && { position: range }),
        ...((from ?? until) && { createdAt: time }),
      })
      .orderBy(orderBy)
      .limit(limit),
  );
  const { sql, params } = unionOf(lists).toQuery();
  const keys = await unit.execute<{ position: string }[]>(sql, [...params]);
  const position = { $in: keys.map((key) => Number(key.position)) };
  return pagesBy('workspaceId', await unit.find(AuditEntry, { position }, { orderBy }), slice);
}
