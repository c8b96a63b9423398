import type { Unit } from './orm.js';

/** Runs a transaction while no other one with this name runs, in any process, so that each sees what those before it stored. */
export async function oneAtATime<T>(
  unit: Unit,
  name: string,
  work: (inner: Unit) => Promise<T>,
): Promise<T> {
  return unit.transactional(async (inner) => {
    await inner.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
    return work(inner);
  });
}
