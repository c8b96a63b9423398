import type { Pool } from 'pg';
import { openTurnWriter, type TurnWriter } from '../hot/turnWriter.js';
import { shardKeyOf } from '../shardKeys.js';
import type { Router } from './router.js';

/** Writes each turn over the connections that its chat's key leads to; those that leave together go to one server. */
export function openRoutedTurns({ poolOf }: Pick<Router, 'poolOf'>): TurnWriter {
  const writers = new WeakMap<Pool, TurnWriter>();
  const writerOf = (pool: Pool): TurnWriter => {
    const known = writers.get(pool);
    const writer = known ?? openTurnWriter(pool);
    if (!known) writers.set(pool, writer);
    return writer;
  };
  return { write: (turn) => writerOf(poolOf(shardKeyOf(turn.write.sessionId))).write(turn) };
}
