import { Routine } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { FlowDefinition } from '../engine/index.js';
import { FlowColumn } from './flowColumn.js';

/** An immutable flow that chats run. Its id is the hash of its content, or a random one in a preview. */
@Entity({ tableName: 'flow' })
export class StoredFlow {
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;

  /** Loaded only on request, because flows are large. */
  @Property({ type: FlowColumn, lazy: true }) definition: FlowDefinition;
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;

  /** The day of its last use. Unused flows are deleted (storage/retention.ts). */
  @Property({ type: 'timestamptz', length: 3, defaultRaw: 'now()', index: true }) usedAt: Date;
}

/** The SQL function for `flowIdOf`: the flow id of a definition. */
export const flowIdOfDefinition = new Routine({
  name: 'flow_id_of',
  type: 'function',
  language: 'sql',
  deterministic: true,
  params: { definition: { type: 'json' } },
  returns: { runtimeType: 'string', columnType: 'text' },
  // An expression, because the ORM writes bodies as quoted text and this one is not quoted in 0002-authoring.sql.
  expression: `create function flow_id_of(definition json) returns text
    language sql immutable parallel safe
    return 'flw_' || left(encode(sha256(convert_to(definition::text, 'UTF8')), 'hex'), 40)`,
});
