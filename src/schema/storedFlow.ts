import { Routine } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { FlowDefinition } from '../engine/index.js';
import { FlowColumn } from './flowColumn.js';

/** A flow that can be run: never changed, named by the hash of its content, or by an id of its own in a preview. */
@Entity({ tableName: 'flow' })
export class StoredFlow {
  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  /** Flows are large: loaded only where it is asked for. */
  @Property({ type: FlowColumn, lazy: true })
  definition: FlowDefinition;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;

  /** When it was last used, to the day; flows that nothing uses are deleted (storage/retention.ts). */
  @Property({ type: 'timestamptz', length: 3, defaultRaw: 'now()', index: true })
  usedAt: Date;
}

/** The id a definition has as a flow, computed in the database: `flowIdOf` in SQL. */
export const flowIdOfDefinition = new Routine({
  name: 'flow_id_of',
  type: 'function',
  language: 'sql',
  deterministic: true,
  params: { definition: { type: 'json' } },
  returns: { runtimeType: 'string', columnType: 'text' },
  // The ORM writes bodies as quoted text; this one is an expression, as 0002-authoring.sql has it.
  expression: `create function flow_id_of(definition json) returns text
    language sql immutable parallel safe
    return 'flw_' || left(encode(sha256(convert_to(definition::text, 'UTF8')), 'hex'), 40)`,
});
