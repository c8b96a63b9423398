import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { compileFlow, type Flow, type FlowDefinition } from '../engine/index.js';
import type { Unit } from './orm.js';

/** How many compiled flows a process keeps. */
const KEPT = 500;

/** Flows by id: immutable, so one that was read is never read again while it is kept. */
export interface FlowStore {
  /** The flow with this id; fails with a plain Error when there is none, since only ids we stored are asked for. */
  load(flowId: string): Promise<Flow>;
  /** Keeps a definition, once for each content, and gives its id. */
  save(definition: FlowDefinition): Promise<Flow>;
}

/** Opens the flows of a database. Compiled ones are kept in memory, the least recently used leave first. */
export function openFlows(pool: Pool): FlowStore {
  const kept = new Map<string, Flow>();
  const keep = (flow: Flow): Flow => {
    kept.delete(flow.id);
    kept.set(flow.id, flow);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return flow;
  };
  return {
    async load(flowId) {
      const known = kept.get(flowId);
      if (known) return keep(known);
      const { rows } = await pool.query<{ definition: string }>({
        name: 'flow_by_id',
        text: 'select definition::text from flow where id = $1',
        values: [flowId],
      });
      const [row] = rows;
      if (!row) throw new Error(`flow ${flowId} is not stored`);
      return keep(compileFlow(flowId, JSON.parse(row.definition)));
    },
    async save(definition) {
      const text = JSON.stringify(definition);
      const id = flowIdOf(text);
      const known = kept.get(id);
      if (known) return keep(known);
      await pool.query({
        name: 'flow_save',
        text: 'insert into flow (id, definition, created_at) values ($1, $2, now()) on conflict (id) do nothing',
        values: [id, text],
      });
      return keep(compileFlow(id, definition));
    },
  };
}

/** The id of a flow: the hash of its text, so that equal content is stored once. */
export function flowIdOf(text: string): string {
  return `flw_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}

/**
 * Keeps a definition in the transaction of this unit, once for each content, and gives its id. Within a transaction a
 * second connection must not be waited for: those who wait for the transaction may hold them all.
 */
export async function keepFlow(unit: Unit, definition: FlowDefinition): Promise<string> {
  const text = JSON.stringify(definition);
  const id = flowIdOf(text);
  await unit.execute(
    'insert into flow (id, definition, created_at) values (?, ?::json, now()) on conflict (id) do nothing',
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
  return new Map(rows.map(({ id, definition }) => [id, JSON.parse(definition)]));
}
