import { describe, expect, jest, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { graphqlFailure } from '../support/failure.js';
import { useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

const app = useApp();
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the socket refuses with the same codes', () => {
  const answerTo = async (query: string, params: Record<string, unknown> = {}) => {
    const client = openWatcher(app().url, params);
    try {
      return await new Promise<unknown>((resolve, reject) => {
        client.subscribe(
          { query },
          {
            next: (value) => resolve(value.errors ?? value),
            error: resolve,
            complete: () => reject(new Error('complete')),
          },
        );
      });
    } finally {
      await client.dispose();
    }
  };

  test('a chat that does not exist', async () => {
    const client = openWatcher(app().url);
    await expect(watch(client, 'ses_none').done).rejects.toEqual([
      expect.objectContaining(graphqlFailure('NOT_FOUND', 'SESSION_NOT_FOUND')),
    ]);
    await client.dispose();
  });

  test.each(['{ bot(id: "x") { colour } }', '{ bot(', `{ bot(id: ${deep(5_000)}) { id } }`])(
    'a query that cannot be run (%#)',
    async (query) => {
      const errors = await answerTo(query);
      expect(errors).toEqual([
        expect.objectContaining(graphqlFailure('BAD_REQUEST', 'QUERY_INVALID')),
      ]);
    },
  );

  test('a wrong token, and a mutation without one', async () => {
    for (const [query, authorization] of [
      ['{ bot(id: "x") { id } }', 'Bearer nonsense'],
      ['mutation { createWorkspace(input: { name: "A" }) { workspace { id } } }', undefined],
    ]) {
      const errors = await answerTo(query ?? '', { ...(authorization && { authorization }) });
      expect(errors).toEqual([
        expect.objectContaining(graphqlFailure('UNAUTHORIZED', 'UNAUTHENTICATED')),
      ]);
    }
    const owner = { authorization: `Bearer ${TOKEN}` };
    const answer = await answerTo('{ bot(id: "x") { id } }', owner);
    expect(answer).toMatchObject({ data: { bot: null } });
  });

  test('a frame that is too large, without affecting others', async () => {
    // The library complains to the console.
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const client = openWatcher(app().url);
    const query = `{ bot(id: "${'x'.repeat(300_000)}") { id } }`;
    const closed = new Promise((resolve) => {
      client.subscribe(
        { query },
        { next: () => undefined, error: resolve, complete: () => undefined },
      );
    });
    expect(await closed).toMatchObject({ code: 1009 });
    complaints.mockRestore();
    expect((await fetch(`${app().url}/healthz`)).status).toBe(200);
  });
});
