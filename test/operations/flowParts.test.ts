import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  parse,
  type GraphQLObjectType,
} from 'graphql';
import { KINDS } from '../../src/engine/blocks/index.js';
import { isJsonRecord, type JsonRecord } from '../../src/engine/documents/jsonRecord.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { measureQuery } from '../../src/graphql/limits.js';
import { blockTypeOf } from '../../src/schema/flow/block.js';
import { botOf } from '../support/botOf.js';
import { say, type BlockSketch } from '../support/flowOf.js';
import { queryGraphql, bodyOf, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);
const schema = buildGatewaySchema();

const theme = {
  general: {
    font: { type: 'Google', family: 'Inter' },
    background: { type: 'Color', content: 'red' },
  },
  chat: { hostBubbles: { border: { roundeness: 'large', thickness: 2 } } },
  customCss: 'p { color: red }',
};
const settings = {
  general: { isBrandingEnabled: false, rememberUser: { isEnabled: true, storage: 'local' } },
  security: { allowedOrigins: ['https://example.com'] },
};
const future = { type: 'hologram', beam: { colour: 'green' }, options: { power: 9 } };
const known: readonly BlockSketch[] = KINDS.map(({ type, example }) => ({ type, ...example }));
const sketch = {
  variables: { Name: 'Ada', Tags: ['a', null] },
  groups: {
    Start: [{ ...say('Hello'), outgoingEdgeId: 'lost', glow: 'soft' }, future],
    Kinds: known,
    End: [{ type: 'choice input', items: [{ id: 'i1', content: 'Again', to: 'Start' }] }],
  },
  theme,
  settings,
};

let botId: string;
let document: JsonRecord;
beforeAll(async () => {
  const workspaceId = await makeWorkspace(rest);
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch, { mood: 1 }) }));
  botId = bot.id;
  await bodyOf(rest.publishBot({ botId }));
  document = recordAt(await ask('draft'), 'draft');
});

async function ask(fields: string): Promise<Shown> {
  const query = `query ($id: ID!) { bot(id: $id) { ${fields} } }`;
  const { data, errors } = await queryGraphql(app().url, { query, variables: { id: botId } });
  if (errors) throw new Error(JSON.stringify(errors));
  return recordAt(data, 'bot');
}

/** Selects all fields of a type; of blocks only the fields of all kinds. */
function everythingOf(type: GraphQLObjectType, but: readonly string[] = []): string {
  const fields = Object.values(type.getFields()).filter(({ name }) => !but.includes(name));
  return fields
    .map(({ name, type: wrapped }) => {
      const inner = getNamedType(wrapped);
      if (isInterfaceType(inner))
        return `${name} { __typename blockId type outgoingEdgeId document }`;
      return isObjectType(inner) ? `${name} { ${everythingOf(inner)} }` : name;
    })
    .join(' ');
}

/** The result with the member names of the document, without fields that the document does not have. */
function asStored(shown: unknown, stored: unknown, called = ''): unknown {
  if (Array.isArray(shown) && Array.isArray(stored)) {
    return shown.map((one, at) => asStored(one, stored[at], called.replace(/s$/, '')));
  }
  if (!isJsonRecord(shown) || !isJsonRecord(stored)) return shown;
  const names: Record<string, string> = { [`${called}Id`]: 'id', position: 'graphCoordinates' };
  const members = Object.entries(shown)
    .map(([name, value]) => [name in stored ? name : (names[name] ?? name), value] as const)
    .filter(([name, value]) => name in stored || value !== null)
    .map(([name, value]) => [name, asStored(value, stored[name], name)]);
  return Object.fromEntries(members);
}

const blocksOf = (flow: unknown): JsonRecord[] =>
  recordsAt(flow, 'groups').flatMap((group) => recordsAt(group, 'blocks'));

describe('the parts of a flow in GraphQL', () => {
  test('are those of the document: groups, edges, events, variables, theme, settings', async () => {
    const type = schema.getType('Flow');
    if (!isObjectType(type)) throw new Error('Flow is no object type');
    const { flow } = await ask(`flow { ${everythingOf(type)} }`);
    const groups = recordsAt(document, 'groups').map((group) => ({
      ...group,
      blocks: recordsAt(group, 'blocks').map((block) => ({
        __typename: blockTypeOf({ type: String(block['type']) }),
        id: block['id'],
        type: block['type'],
        ...('outgoingEdgeId' in block && { outgoingEdgeId: block['outgoingEdgeId'] }),
        document: block,
      })),
    }));
    const { mood, ...rest } = document;
    expect(mood).toBe(1);
    const stored = { ...rest, groups };
    // A block in GraphQL also has its document as a field.
    const blocks = blocksOf(flow).map(({ blockId, outgoingEdgeId, ...others }) => ({
      ...others,
      id: blockId,
      ...(outgoingEdgeId !== null && { outgoingEdgeId }),
    }));
    expect(blocks).toEqual(blocksOf(stored));
    const without = (whole: unknown) => ({
      ...recordAt(whole),
      groups: recordsAt(whole, 'groups').map((group) => ({ ...group, blocks: [] })),
    });
    expect(asStored(without(flow), without(stored))).toEqual(without(stored));
  });

  test.each(KINDS.map(({ type, family }) => [type, family, blockTypeOf({ type })] as const))(
    'show the members of a block of the kind "%s" (%s) as %s',
    async (kind, _family, name) => {
      const type = schema.getType(name);
      if (!isObjectType(type)) throw new Error(`${name} is no object type`);
      const own = everythingOf(type, ['document']);
      const { flow } = await ask(
        `flow { groups { blocks { __typename ... on ${name} { ${own} } } } }`,
      );
      const at = KINDS.findIndex((one) => one.type === kind);
      const { __typename, ...shown } = recordAt(flow, `groups.1.blocks.${at}`);
      const stored = recordAt(document, `groups.1.blocks.${at}`);
      expect(__typename).toBe(name);
      const named = asStored(shown, stored, 'block');
      expect(stored).toMatchObject(recordAt(named));
      expect(notShown(stored, named)).toEqual(unstated[kind] ?? []);
    },
  );

  test('show a block of an unknown kind as its document', async () => {
    const { flow } = await ask(
      'flow { groups { blocks { __typename ... on UnknownBlock { document } } } }',
    );
    expect(partAt(flow, 'groups.0.blocks.1')).toEqual({
      __typename: 'UnknownBlock',
      document: expect.objectContaining(future),
    });
  });

  test('can be read as in the guide', async () => {
    const guide = readFileSync('docs/guide/read-a-flow.md', 'utf8');
    const [, query = ''] = /```graphql\n([^`]*)```/.exec(guide) ?? [];
    const { data, errors } = await queryGraphql(app().url, { query, variables: { id: botId } });
    expect(errors).toBeUndefined();
    expect(partAt(data, 'bot.flow.groups.0')).toMatchObject({
      groupId: 'Start',
      position: { x: 0, y: 0 },
      blocks: [{ outgoingEdgeId: 'lost' }, { document: future }],
    });
    expect(partAt(data, 'bot.flow.theme.general.background')).toEqual(theme.general.background);
  });

  test('are the same for its published version', async () => {
    const parts =
      'flow { groups { groupId blocks { document } } edges { edgeId from { eventId } } }';
    const { flow, versions } = await ask(`${parts} versions { nodes { ${parts} } }`);
    expect(partAt(versions, 'nodes.0')).toEqual({ flow });
  });

  test('need no alias if two kinds have members with the same name and type', async () => {
    const { flow } = await ask(`flow { groups { blocks { blockId
      ... on TextBubble { content { html } } ... on ImageBubble { content { url } }
      ... on NumberInput { options { variableId labels { button } } }
      ... on TextInput { options { variableId labels { button } } }
      ... on ConditionBlock { items { itemId condition: content { logicalOperator } } }
      ... on ChoiceInput { items { itemId content } } } } }`);
    const last = blocksOf(flow).at(-1);
    expect(last?.['items']).toEqual([{ itemId: 'i1', content: 'Again' }]);
  });
});

/** The paths of stored members that have no field. */
function notShown(stored: unknown, shown: unknown): string[] {
  if (typeof stored !== 'object' || stored === null) return stored === shown ? [] : [''];
  const members = Object.entries(stored);
  if (members.length === 0) return [];
  return members.flatMap(([name, member]) =>
    notShown(member, partAt(shown, name)).map((path) => (path === '' ? name : `${name}.${path}`)),
  );
}

/** Members of the examples that no schema states; like all unknown members they are only in the document. */
const unstated: Readonly<Record<string, readonly string[]>> = { OpenAI: ['options.messages.0.id'] };

describe('a flow that is large', () => {
  const many = (blocks: number, groups = 1) => ({
    groups: Object.fromEntries(
      Array.from({ length: groups }, (_, at) => [
        `G${at}`,
        Array.from({ length: blocks }, (_, n) => say(`${at}.${n}`)),
      ]),
    ),
  });
  /** The fields that an editor selects of blocks of some kinds, by fragments on these kinds. */
  const BLOCK = `fragment Block on FlowBlock { blockId type ${[
    ...['TextBubble', 'ImageBubble', 'NumberInput', 'EmailInput', 'SetVariable', 'RatingInput'],
  ]
    .map((name) => schema.getType(name))
    .filter(isObjectType)
    .map((type) => `... on ${type.name} { ${everythingOf(type)} }`)
    .join(' ')} }`;
  const read = async (draft: object, fields: string, fragment = '') => {
    const workspaceId = await makeWorkspace(rest);
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: draft }));
    const query = `query ($id: ID!) { bot(id: $id) { flow { ${fields} } } } ${fragment}`;
    return queryGraphql(app().url, { query, variables: { id: bot.id } });
  };

  test('is returned whole, in order, each block with its members', async () => {
    const { data } = await read(
      botOf(many(4, 1000)),
      'groups { title blocks { ...Block } }',
      BLOCK,
    );
    const groups = recordsAt(data, 'bot.flow.groups');
    expect(groups.map(({ title }) => title)).toEqual(Object.keys(many(1, 1000).groups));
    expect(blocksOf({ groups }).map(({ blockId }) => blockId)).toEqual(
      Object.keys(many(1, 1000).groups).flatMap((group) =>
        [1, 2, 3, 4].map((n) => `${group}.${n}`),
      ),
    );
    expect(JSON.stringify(partAt(groups, '999.blocks.3'))).toContain('999.3');
  });

  test('is refused if a list of it is too long, with a hint how to read it', async () => {
    const { errors } = await read(botOf(many(10_001)), 'groups { blocks { type } }');
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'QUERY_TOO_LARGE' });
    expect(errors?.[0]?.message).toMatch(/`blocks` holds 10001 .* read the document/);
  });

  test('is refused if its parts are more than an answer may have', async () => {
    const { errors } = await read(
      botOf(many(3000, 3)),
      'groups { blocks { blockId type outgoingEdgeId document ... on TextBubble { content { html plainText richText } a: content { html } b: content { html } c: content { html } } } }',
    );
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'QUERY_TOO_LARGE' });
    expect(errors?.[0]?.message).toMatch(/more fields than usual/);
  });

  test('counts as a document wherever it is selected, and its parts by their fields', () => {
    const cost = (fields: string) => {
      const query = `{ workspace(id: "w") { bots(first: 100) { nodes { ${fields} } } } }`;
      return measureQuery({ schema, document: parse(query) }).cost;
    };
    expect(cost('flow { version }') - cost('draft')).toBe(100);
    expect(cost('flow { groups { blocks { type } } }')).toBe(cost('flow { version }'));
  });
});
