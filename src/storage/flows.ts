import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import {
  compileFlow,
  knownAs,
  textOfFlow,
  type Flow,
  type FlowDefinition,
} from '../engine/index.js';
import { parseInPieces } from '../eventLoop/jsonPieces.js';
import { breatheIfLong, unhurried } from '../eventLoop/steps.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** How many characters of flows a process keeps compiled; in memory they are about ten times that in bytes. */
const KEPT = 16_000_000;

/** For how long, in milliseconds, this process need not write again that a flow is used: half of how exact `used_at` is. */
const USED_FOR = 43_200_000;

/** Flows by id: immutable, so one that was read is never read again while it is kept. */
export interface FlowStore {
  /** The flow with this id; fails with a plain Error when there is none, since only ids we stored are looked up. */
  load(flowId: string): Promise<Flow>;
  /** Stores a definition, once for each content, and gives its flow. */
  save(definition: FlowDefinition): Promise<Flow>;
  /** Makes a flow of this definition that is shared with no other; it is not stored yet. */
  makeOwn(definition: FlowDefinition): OwnFlow;
}

/** A flow of one chat alone, and its definition as JSON. */
export interface OwnFlow {
  readonly flow: Flow;
  readonly text: string;
}

/** Opens the flows of a database. Compiled ones are kept in memory, the least recently used leave first. */
export function openFlows(pool: Pool): FlowStore {
  const kept = new LRUCache<string, Flow>({ maxSize: KEPT });
  const keep = (flow: Flow, size: number): Flow => {
    kept.set(flow.id, flow, { size });
    return flow;
  };
  const used = openRecentUses();
  return {
    async load(flowId) {
      const known = kept.get(flowId);
      if (known) return known;
      const { rows } = await pool.query<{ definition: string }>({
        name: 'flow_by_id',
        text: 'select definition::text from flow where id = $1',
        values: [flowId],
      });
      const [row] = rows;
      if (!row) throw new Error(`flow ${flowId} is not stored`);
      return keep(compileFlow(flowId, await flowOf(row.definition)), row.definition.length);
    },
    async save(definition) {
      const text = textOfFlow(definition);
      await breatheIfLong(text);
      const id = flowIdOf(text);
      const known = kept.get(id);
      if (known && used.isFresh(id)) return known;
      await breatheIfLong(text);
      await pool.query({ name: 'flow_save', text: SAVE, values: [id, text] });
      used.note(id);
      const flow = known ?? keep(compileFlow(id, definition), text.length);
      await breatheIfLong(text);
      return flow;
    },
    makeOwn(definition) {
      const text = textOfFlow(definition);
      return { flow: keep(compileFlow(newId('flw'), definition), text.length), text };
    },
  };
}

/** A flow that exists counts as used again, so that retention does not delete it (storage/retention.ts). */
const SAVE = `insert into flow (id, definition, created_at) values ($1, $2, now())
  on conflict (id) do update set used_at = now() where flow.used_at < now() - interval '12 hours'`;

/** Which flows this process has stored or marked as used lately. */
function openRecentUses(): { isFresh(id: string): boolean; note(id: string): void } {
  const noted = new Map<string, number>();
  return {
    isFresh: (id) => Date.now() - (noted.get(id) ?? 0) < USED_FOR,
    note(id) {
      noted.delete(id);
      noted.set(id, Date.now());
      for (const [oldest, at] of noted) {
        if (Date.now() - at < USED_FOR) break;
        noted.delete(oldest);
      }
    },
  };
}

/** The id of a flow: the hash of its text, so that equal content is stored once. */
export function flowIdOf(text: string): string {
  return `flw_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}

/**
 * Stores a definition in the transaction of this unit, once for each content, and gives its id. A transaction must not wait
 * for a second connection: those who wait for the transaction may hold them all. A flow that exists is locked, so that
 * retention does not delete it before something refers to it.
 */
export async function keepFlow(unit: Unit, definition: FlowDefinition): Promise<string> {
  const text = textOfFlow(definition);
  await breatheIfLong(text);
  const id = flowIdOf(text);
  await breatheIfLong(text);
  await unit.execute(
    'insert into flow (id, definition, created_at) values (?, ?::json, now()) on conflict (id) do update set used_at = now()',
    [id, text],
  );
  return id;
}

/** The definitions with these flow ids, by id; for pages of versions, which are not run. */
export async function findDefinitions(
  unit: Unit,
  flowIds: readonly string[],
): Promise<Map<string, FlowDefinition>> {
  const rows = await unit.execute<{ id: string; definition: string }[]>(
    'select id, definition::text as definition from flow where id in (?)',
    [[...flowIds]],
  );
  return definitionsOf(rows);
}

/** The definitions of some rows, by their ids. */
export async function definitionsOf(
  rows: readonly { readonly id: string; readonly definition: string }[],
): Promise<Map<string, FlowDefinition>> {
  const found = new Map<string, FlowDefinition>();
  for (const { id, definition } of rows) {
    await breatheIfLong(definition);
    found.set(id, await flowOf(definition));
    await breatheIfLong(definition);
  }
  return found;
}

/** Only flows that were checked are stored. */
async function flowOf(text: string): Promise<FlowDefinition> {
  // What is stored was a flow when it was written.
  const definition = (await unhurried(parseInPieces(text))) as FlowDefinition;
  return knownAs(text, definition);
}
