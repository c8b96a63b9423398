import { jest } from '@jest/globals';
import pg from 'pg';

/** What was sent to the database by this process while something was done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([sent]) => textOf(sent)).filter((text) => text !== '');
  } finally {
    query.mockRestore();
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  const text: unknown = Reflect.get(Object(sent), 'text');
  return typeof text === 'string' ? text : '';
}
