import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../../src/engine/blocks/index.js';
import type { JsonRecord } from '../../../src/engine/documents/jsonRecord.js';
import { namedIds, referencesIn } from '../../../src/engine/flow/references.js';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { reachableGroups } from '../../../src/engine/flow/reachableGroups.js';
import { shapeOf, type Shape } from '../../../src/engine/documents/schemaShape.js';
import { stripUnknownCredentials } from '../../../src/engine/flow/stripUnknownCredentials.js';
import { flowOf, say, type BlockSketch } from '../../support/flowOf.js';

describe('a reference of a block', () => {
  test('is found by the schema of its kind, also in the value it sets', () => {
    const mapListItemParams = { baseListVariableId: 'b', targetListVariableId: '' };
    const options = { variableId: 'a', type: 'Map item with same index', mapListItemParams };
    expect([...referencesIn({ id: '1', type: 'Set variable', options } as never)]).toEqual([
      { names: 'variable', id: 'a' },
      { names: 'variable', id: 'b' },
    ]);
  });

  test('is found in lists of options too', () => {
    const options = {
      webhook: { url: 'https://a.example' },
      responseVariableMapping: [{ id: 'm', bodyPath: 'data', variableId: 'v' }, { id: 'n' }],
    };
    const group = {
      ...{ id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 } },
      blocks: [{ id: 'b', type: 'Webhook', options }],
    };
    expect(namedIds({ groups: [group] }, 'variable')).toEqual(['v']);
  });

  test('is each variable named in its texts and code', () => {
    const children = [{ text: '{{A}} {{= {{B}} + 1 =}} {{= 2 =}}' }, { text: 'c' }];
    const content = { richText: [{ type: 'p', children }] };
    expect([...referencesIn({ id: '1', type: 'text', content } as never)]).toEqual([
      { names: 'variable', name: 'A' },
      { names: 'variable', name: 'B' },
    ]);
  });

  test('is reported as missing if a required choice is absent', () => {
    expect([...referencesIn({ id: '1', type: 'Webhook' })]).toEqual([
      { lacks: 'REQUEST_URL_MISSING' },
    ]);
    const webhook = { url: 'https://{{Host}}', body: '{{state}}' };
    expect([...referencesIn({ id: '1', type: 'Webhook', options: { webhook } } as never)]).toEqual([
      { names: 'variable', name: 'Host', decides: 'request' },
    ]);
    const parted = { webhook: { url: '{{Protocol}}://{{Host}}/x' } };
    expect([...referencesIn({ id: '1', type: 'Webhook', options: parted } as never)]).toEqual([
      { names: 'variable', name: 'Protocol', decides: 'request' },
      { names: 'variable', name: 'Host', decides: 'request' },
    ]);
    const jump = { id: '1', type: 'Jump', options: { groupId: 'g', blockId: 'b' } };
    expect([...referencesIn(jump)]).toEqual([
      { names: 'group', id: 'g' },
      { names: 'block', id: 'b' },
    ]);
  });

  test('is found in every option that holds an id, in every kind', () => {
    const unstated = KINDS.flatMap(({ type, schema }) =>
      idsWithoutMeaning(shapeOf(schema)(), 6).map((path) => `${type}: ${path}`),
    );
    // The block of an item, a bot of the vendor, and ids of people at a vendor.
    expect(unstated).toEqual([
      'choice input: .items.blockId',
      'picture choice input: .items.blockId',
      'chat-node: .options.botId',
      'segment: .options.previousId',
      'posthog: .options.distinctId',
    ]);
  });
});

describe('credentials that a block names', () => {
  const options = KINDS.flatMap(({ type, schema }) =>
    credentialsOptions(shapeOf(schema)(), 4).map((path) => ({ type, path })),
  );

  test('are found in every option of a kind, and removed for a workspace that does not have them', () => {
    expect(options.length).toBeGreaterThan(20);
    const found = options.map(({ type, path }) => {
      const block = { id: 'b', type, ...nested(path, 'theirs') };
      const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [block] };
      const { groups } = stripUnknownCredentials({ groups: [group] }, new Set());
      return [namedIds({ groups: [group] }, 'credentials'), namedIds({ groups }, 'credentials')];
    });
    expect(found).toEqual(options.map(() => [['theirs'], []]));
  });

  test('are found by their usual names in a block of an unknown kind', () => {
    const options = { credentialsId: 'a', proxyCredentialsId: 'b', list: [{ credentialsId: 'c' }] };
    const block = { id: 'b', type: 'newer', options };
    const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [block] };
    expect(namedIds({ groups: [group] }, 'credentials')).toEqual(['a', 'b']);
    const { groups } = stripUnknownCredentials({ groups: [group] }, new Set());
    expect(groups[0]?.blocks).toEqual([{ ...block, options: { list: [{ credentialsId: 'c' }] } }]);
  });
});

/** The paths of the options of a kind that hold credentials, whatever their names. */
function credentialsOptions({ meaning, members }: Shape, depth: number): string[][] {
  if (meaning.names === 'credentials') return [[]];
  if (depth === 0) return [];
  return [...members].flatMap(([key, { shape }]) =>
    credentialsOptions(shape(), depth - 1).map((path) => [key, ...path]),
  );
}

function nested(path: readonly string[], value: string): JsonRecord {
  const [first = '', ...others] = path;
  return { [first]: others.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) };
}

/** Ids that are no references: of the block itself, of its edges, and of records of a vendor or an analytics tool. */
const OTHERS =
  /^(outgoingEdge|tracking|pixel|spreadsheet|sheet|question|assistant|thread|voice|model|dataset|user|table|view|project)Id$/;

function idsWithoutMeaning({ members, element }: Shape, depth: number, path = ''): string[] {
  if (depth === 0) return [];
  const inner = element ? idsWithoutMeaning(element(), depth - 1, path) : [];
  return [...members].reduce((found, [key, member]) => {
    const shape = member.shape();
    const isId = key.endsWith('Id') && shape.members.size === 0;
    const isStated = shape.meaning.names !== undefined || OTHERS.test(key);
    const below = idsWithoutMeaning(shape, depth - 1, `${path}.${key}`);
    return [...found, ...(isId && !isStated ? [`${path}.${key}`] : []), ...below];
  }, inner);
}

describe('the groups that a chat can reach', () => {
  const jump = (groupId: string, blockId?: string): BlockSketch => ({
    type: 'Jump',
    options: { groupId, blockId },
  });
  const reached = (groups: Record<string, BlockSketch[]>, events: BlockSketch[] = []) =>
    [...atOnce(reachableGroups(flowOf({ groups, events })))].sort();

  test('are those that edges, items, events, jumps and links back lead to, step by step', () => {
    const cards = {
      type: 'cards',
      items: [
        { id: 'i', paths: [{ id: 'p', to: 'Path' }, { id: 'q' }] },
        { id: 'j', to: 'Item' },
      ],
    };
    const link = { type: 'Bot link', options: { botId: 'current', groupId: 'Linked' } };
    const groups = {
      Start: [say('Hi'), cards, link, jump('Jumped', 'Jumped.2'), { ...say('no'), to: 'Never' }],
      Path: [{ ...say('a'), to: 'Start' }],
      Item: [{ type: 'Bot link', options: { botId: 'other', groupId: 'Never' } }],
      Linked: [],
      Jumped: [{ ...say('b'), type: 'Condition', items: [], to: 'Never' }, jump('Gone'), jump('')],
      Called: [{ type: 'Jump' }, jump('Jumped', 'none')],
      Never: [{ ...say('c'), to: 'Island' }],
      Island: [{ ...say('d'), to: 'Never' }],
    };
    const events = [{ type: 'command', to: 'Called' }, { type: 'reply' }];
    expect(reached(groups)).toEqual(['Item', 'Jumped', 'Linked', 'Path', 'Start']);
    expect(reached(groups, events)).toEqual(
      ['Called', 'Island', 'Item', 'Jumped', 'Linked', 'Never', 'Path', 'Start'].sort(),
    );
  });

  test('are all groups if a jump names its group by a variable', () => {
    const groups = { Start: [jump('{{Where}}')], Island: [] };
    expect(reached(groups)).toEqual(['Island', 'Start']);
  });
});
