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

/** Characters of flows that a process keeps compiled; in memory they take about ten times that in bytes. */
const KEPT = 16_000_000;

/** How long this process need not note again that a flow is used, in milliseconds: half the precision of `used_at`. */
const USED_FOR = 43_200_000;

/** Flows by id. They are immutable, so a cached flow is never read again. */
export interface FlowStore {
  /** The flow with this id. Fails with a plain Error when there is none, since only stored ids are looked up. */
  load(flowId: string): Promise<Flow>;
  /** Stores a definition, once for each content, and returns its flow. */
  save(definition: FlowDefinition): Promise<Flow>;
  /** Compiles a flow that no other chat shares; does not store it. */
  makeOwn(definition: FlowDefinition): OwnFlow;
}

/** A flow of a single chat, and its definition as JSON. */
export interface OwnFlow {
  readonly flow: Flow;
  readonly text: string;
}

/** Opens the flows of a database. Compiled flows are cached in memory; the least recently used are evicted. */
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

/** Notes an existing flow as used, so that retention does not delete it (storage/retention.ts). */
const SAVE = `insert into flow (id, definition, created_at) values ($1, $2, now())
  on conflict (id) do update set used_at = now() where flow.used_at < now() - interval '12 hours'`;

/** The flows that this process recently stored or noted as used. */
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
 * Stores a definition in the transaction of this unit, once for each content unless it gets an id of its own (`flowVariants.ts`), and returns
 * its id. It uses only the connection of this
 * transaction: the transactions that wait for it may hold all the others. An existing flow is locked, so that retention does not delete it
 * before something
 * refers to it.
 */
export async function keepFlow(
  unit: Unit,
  definition: FlowDefinition,
  ownId?: string,
): Promise<string> {
  const text = textOfFlow(definition);
  await breatheIfLong(text);
  const id = ownId ?? flowIdOf(text);
  await breatheIfLong(text);
  await unit.execute(
    'insert into flow (id, definition, created_at) values (?, ?::json, now()) on conflict (id) do update set used_at = now()',
    [id, text],
  );
  return id;
}

/** Definitions by flow id; for pages of versions, which are not run. */
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

/** The parsed definitions of these rows, by id. */
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

async function flowOf(text: string): Promise<FlowDefinition> {
  // Only checked definitions are stored.
  const definition = (await unhurried(parseInPieces(text))) as FlowDefinition;
  return knownAs(text, definition);
}
