import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { partAt } from './parts.js';

/**
 * What was sent to the database for the requests that came to the servers of this process while something was done; not
 * what a server does by itself meanwhile, such as looking for work, and not that a token was used, told once in a while.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sentBy = new AsyncLocalStorage<string[]>();
  const texts: string[] = [];
  const begin = () => sentBy.enterWith(texts);
  subscribe('http.server.request.start', begin);
  const { query } = pg.Client.prototype;
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...sent: unknown[]): unknown {
    sentBy.getStore()?.push(textOf(sent[0]));
    return Reflect.apply(query, this, sent) as unknown;
  });
  try {
    await work();
    return texts.filter((text) => text !== '' && !text.startsWith(NOTING_USE));
  } finally {
    spy.mockRestore();
    unsubscribe('http.server.request.start', begin);
    sentBy.disable();
  }
}

const NOTING_USE = 'update "api_token" set "last_used_at"';

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  const text: unknown = partAt(sent, 'text');
  return typeof text === 'string' ? text : '';
}
