import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { recordAt, recordsAt } from '../support/parts.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

let botId: string;
beforeAll(async () => {
  const workspaceId = await makeWorkspace(rest);
  const groups = {
    Start: [say('Hello {{Name}} and {{Nobody}}'), ask('text input', 'Name')],
    End: [say('Hello again'), say('hello for the last time')],
  };
  const sketch = { variables: { Name: null }, groups };
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch) }));
  botId = bot.id;
});

/** A field of the bot. */
async function read(field: string): Promise<Shown> {
  const query = `query ($id: ID!) { bot(id: $id) { ${field} } }`;
  const { data, errors } = await queryGraphql(app().url, { query, variables: { id: botId } });
  expect(errors).toBeUndefined();
  return recordAt(data, 'bot');
}

test('an author sees where the variables of a draft are used, and which names no variable has', async () => {
  const shown = await read(
    'draftVariables { variableId name placeCount places { use blockId path } }',
  );
  const path = 'content.richText[0].children[0].text';
  expect(recordsAt(shown, 'draftVariables')).toEqual([
    {
      ...{ variableId: 'vName', name: 'Name', placeCount: 2 },
      places: [
        { use: 'SHOWN', blockId: 'Start.1', path },
        { use: 'SET', blockId: 'Start.2', path: 'options.variableId' },
      ],
    },
    {
      ...{ variableId: null, name: 'Nobody', placeCount: 1 },
      places: [{ use: 'SHOWN', blockId: 'Start.1', path }],
    },
  ]);
});

describe('an author finds a text in a draft', () => {
  const found =
    'nodes { blockId excerpt start end } pageInfo { hasNextPage hasPreviousPage } nextCursor';

  test('page by page, from both ends', async () => {
    const page = async (args: string) =>
      recordAt(
        await read(`searchFlow(text: "hello", kinds: [TEXT], ${args}) { ${found} }`),
        'searchFlow',
      );
    const first = await page('first: 2');
    expect(first).toMatchObject({
      nodes: [
        { blockId: 'Start.1', excerpt: 'Hello {{Name}} and {{Nobody}}', start: 0, end: 5 },
        { blockId: 'End.1', excerpt: 'Hello again' },
      ],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const last = { nodes: [{ blockId: 'End.2' }], nextCursor: null };
    expect(await page(`after: "${String(first['nextCursor'])}"`)).toMatchObject(last);
    expect(await page('last: 1')).toMatchObject({
      ...last,
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
  });

  test('in everything, unless it is said in what', async () => {
    const count = 'nodes { kind } ';
    const all = recordAt(await read(`searchFlow(text: "name") { ${count} }`), 'searchFlow');
    expect(recordsAt(all, 'nodes').map(({ kind }) => kind)).toEqual([
      ...['VARIABLE', 'ID', 'TEXT', 'VARIABLE', 'ID'],
    ]);
    const ids = recordAt(
      await read(`searchFlow(text: "name", kinds: [ID]) { ${count} }`),
      'searchFlow',
    );
    expect(recordsAt(ids, 'nodes')).toHaveLength(2);
  });
});
