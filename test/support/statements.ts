import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';
import { partAt } from './parts.js';

/**
 * What was sent to the database for the requests that came to the servers of this process while something was done; not
 * what a server does by itself meanwhile, such as looking for work, nor that a token was used, which is written once in a while,
 * nor notifications of other processes, of which one statement sends all that have come up.
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
    return texts.filter((text) => text !== '' && !IN_ITS_TIME.some((one) => text.startsWith(one)));
  } finally {
    spy.mockRestore();
    unsubscribe('http.server.request.start', begin);
    sentBy.disable();
  }
}

/** The statements that belong to a request or to a later one, as time goes. */
const IN_ITS_TIME = ['update "api_token" set "last_used_at"', 'select pg_notify('];

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  const text: unknown = partAt(sent, 'text');
  return typeof text === 'string' ? text : '';
}
