import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { KINDS } from '../../src/engine/index.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { botOf, interview } from '../support/botOf.js';
import { recordAt, recordsAt } from '../support/parts.js';
import { bodyOf, refusalOf } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const transport = restOf(app);
const get = (path: string, headers = {}) => fetch(`${app().url}${path}`, { headers });
const scalars = Object.values(buildGatewaySchema().getTypeMap()).filter(
  (type) => isScalarType(type) && !isSpecifiedScalarType(type),
);

/** The schemas that the server lists, by name. */
let listed: readonly Readonly<Record<string, unknown>>[];
const ajv = new Ajv2020({ strictTuples: false, allowUnionTypes: true });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();
const validatorOf = async (name: string): Promise<ValidateFunction> => {
  const schema = recordAt(await (await get(`/schemas/${name}.json`)).json());
  const validator = validators.get(name) ?? ajv.compile(schema);
  validators.set(name, validator);
  return validator;
};

beforeAll(async () => {
  listed = recordsAt(await (await get('/schemas')).json(), 'schemas');
});

describe('the type of every scalar', () => {
  test('names what specifies it by an absolute address', () => {
    expect(scalars.length).toBeGreaterThan(20);
    for (const scalar of scalars) {
      const address = isScalarType(scalar) ? scalar.specifiedByURL : undefined;
      expect([scalar.name, URL.canParse(address ?? '')]).toEqual([scalar.name, true]);
    }
  });

  test('has a served JSON Schema where the address is a URN, with that as its id', async () => {
    const urns = scalars.flatMap((scalar) => {
      const address = isScalarType(scalar) ? scalar.specifiedByURL : undefined;
      return address?.startsWith('urn:') ? [address] : [];
    });
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(urns));
    for (const { url, id } of listed) {
      const schema = await (await get(String(url))).json();
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: id,
        description: expect.any(String),
      });
      expect([url, ajv.validateSchema(recordAt(schema))]).toEqual([url, true]);
    }
  });
});

describe('a JSON Schema', () => {
  test('may be cached, and is sent again only when it changed', async () => {
    const { headers, status } = await get('/schemas/bot.json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await get('/schemas/bot.json', {
      'If-None-Match': headers.get('etag') ?? '',
      // By default, `fetch` sends headers that ask for a complete response.
      'Cache-Control': 'max-age=0',
    });
    expect(again.status).toBe(304);
  });

  test('that does not exist is not found', async () => {
    for (const path of ['/schemas/none.json', '/schemas/bot', '/schemas/../bot.json']) {
      const { status, headers } = await get(path);
      // If it were cached, the schema would be missing for an hour after an update that adds it.
      const isCached = /max-age/.test(headers.get('cache-control') ?? '');
      expect([path, status, isCached]).toEqual([path, 404, false]);
    }
  });
});

describe('the schema of blocks', () => {
  test('accepts the example of every kind, and blocks of unknown kinds', async () => {
    const isBlock = await validatorOf('block');
    for (const { type, example } of KINDS) {
      const isValid = isBlock({ id: 'b', type, ...example });
      expect([type, isValid, isBlock.errors]).toEqual([type, true, null]);
    }
    expect(isBlock({ id: 'b', type: 'of tomorrow', options: 7 })).toBe(true);
  });

  test('refuses a block without id, and options of another shape', async () => {
    const isBlock = await validatorOf('block');
    for (const block of [
      { type: 'text' },
      { id: 'b', type: 7 },
      { id: 'b', type: 'text', content: 'Hello' },
      { id: 'b', type: 'number input', options: { min: {} } },
      { id: 'b', type: 'Set variable', options: { isCode: 'yes' } },
    ])
      expect([block, isBlock(block)]).toEqual([block, false]);
  });
});

describe('the schema of edits', () => {
  const place = { id: 'g', title: 'Start', graphCoordinates: { x: 0, y: 0 }, blocks: [] };
  const edge = { id: 'e', from: { blockId: 'b' }, to: { groupId: 'g' } };

  test('accepts edits of every kind', async () => {
    const areEdits = await validatorOf('flow-edits');
    const edits = [
      { addGroup: { group: place, index: 0 } },
      { moveGroups: { groups: [{ groupId: 'g', x: 1, y: 2 }] } },
      { renameGroup: { groupId: 'g', title: 'End' } },
      { removeGroup: { groupId: 'g' } },
      { addBlock: { groupId: 'g', block: { id: 'b', type: 'text' } } },
      { updateBlock: { blockId: 'b', patch: { content: null } } },
      { moveBlock: { blockId: 'b', groupId: 'g' } },
      { removeBlock: { blockId: 'b' } },
      { connect: { edge } },
      { disconnect: { edgeId: 'e' } },
      { setVariable: { variable: { id: 'v', name: 'Age' } } },
      { removeVariable: { variableId: 'v' } },
      { setEvent: { event: { ...place, type: 'start' } } },
      { removeEvent: { eventId: 's' } },
      { setTheme: { patch: {} } },
      { setSettings: { patch: {} } },
      { put: { part: 'edge', value: edge } },
      { put: { part: 'theme', value: {} } },
      { remove: { part: 'block', id: 'b' } },
    ];
    expect([areEdits(edits), areEdits.errors]).toEqual([true, null]);
  });

  test.each([
    { addGroup: {} },
    { addGroup: { group: { ...place, title: 7 } } },
    { addBlock: { groupId: 'g', block: { id: 'b', type: 'text', content: 'Hello' } } },
    { addBlock: { block: { id: 'b', type: 'text' } } },
    { connect: { edge: { ...edge, from: {} } } },
    { put: { part: 'variable', value: edge } },
    { remove: { part: 'theme', id: 'b' } },
    { moveBlock: { blockId: 'b', groupId: 'g', index: -1 } },
    { removeBlock: { blockId: 'b', groupId: 'g' } },
    { removeBlock: { blockId: 'b' }, disconnect: { edgeId: 'e' } },
    { paintBlock: { blockId: 'b' } },
  ])('refuses %j', async (edit) => {
    const areEdits = await validatorOf('flow-edits');
    expect(areEdits([edit])).toBe(false);
  });
});

describe('the schema of a chat event', () => {
  const at = { seq: 1, turn: 1, at: '2026-01-31T09:30:00.000Z' };

  test.each([
    [{ ...at, kind: 'heard', text: 'Ada' }, true],
    [{ ...at, kind: 'message', message: { id: 'b', type: 'text', content: 'Hello' } }, false],
    [{ ...at, kind: 'status', status: 'CLOSED_BY_NOBODY' }, false],
    [{ ...at, kind: 'heard' }, false],
    [{ ...at, kind: 'of tomorrow', text: 7 }, true],
    [{ ...at, kind: 7 }, false],
  ])('says of %j whether it is one: %j', async (event, isValid) => {
    const isEvent = await validatorOf('chat-event');
    expect(isEvent(event)).toBe(isValid);
  });
});

describe('the schema of a new bot', () => {
  test('refuses a block of an unknown kind, as the server does, and an import may have one', async () => {
    const bot = { groups: [{ id: 'g', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [] }] };
    const block = { id: 'b', type: 'of tomorrow' };
    const unknown = { groups: bot.groups.map((group) => ({ ...group, blocks: [block] })) };
    const [isNew, isImport] = [await validatorOf('new-bot'), await validatorOf('bot-import')];
    expect([isNew(bot), isNew(unknown), isImport(unknown)]).toEqual([true, false, true]);
    const workspaceId = await makeWorkspace(transport);
    const { issues } = await refusalOf(transport.createBot({ bot: unknown, workspaceId }));
    expect(issues?.map(({ path }) => path.join('.'))).toEqual([
      expect.stringContaining('groups.0.blocks.0.type'),
    ]);
  });
});

describe('the schema of values of several types', () => {
  test.each([
    ['number-or-template', [7, '{{Age}}'], [true, {}, [7]]],
    ['rich-text', [[{ type: 'p', children: [{ text: 'Hello' }] }]], ['Hello', [{ type: 'p' }]]],
    [
      'flow-theme-general-font',
      ['Inter', { type: 'Google', family: 'Inter' }],
      [7, { type: 'Other' }],
    ],
  ])('%s takes each of them, and no other', async (name, valid, invalid) => {
    const validate = await validatorOf(name);
    expect([...valid, ...invalid].map((value) => validate(value))).toEqual([
      ...valid.map(() => true),
      ...invalid.map(() => false),
    ]);
  });
});

describe('what the server sends and accepts', () => {
  const folder = new URL('../../../shared/samples/', import.meta.url);
  const samples = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json'))
    : [];

  test('a bot, what is published of it and the replies of a chat are as their schemas say', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    const { bot } = await bodyOf(transport.readBot({ botId }));
    const start = await bodyOf(transport.startChat({ publicId }));
    const { sessionId } = start;
    const next = await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
    for (const [name, document] of [
      ['bot', bot],
      ['chat-reply', start],
      ['chat-reply', next],
    ] as const) {
      const validate = await validatorOf(name);
      expect([name, validate(document), validate.errors]).toEqual([name, true, null]);
    }
    const isBot = await validatorOf('bot');
    expect([isBot({ ...bot, groups: {} }), isBot({ ...bot, version: '5' })]).toEqual([
      false,
      false,
    ]);
  });

  test('real flows are as the schema of an import says, and not without their groups', async () => {
    const isImport = await validatorOf('bot-import');
    for (const name of samples) {
      const file = recordAt(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
      expect([name, isImport(file), isImport.errors]).toEqual([name, true, null]);
      expect(isImport({ ...file, groups: undefined })).toBe(false);
    }
  });
});
