import { describe, expect, test } from '@jest/globals';
import {
  botImportSchema,
  botPatchSchema,
  newBotSchema,
  newDefinition,
} from '../../../src/engine/documents/bot.js';
import { unknownBlockIssues } from '../../../src/engine/documents/sentGroup.js';
import { patchedUnknownMembers } from '../../../src/engine/documents/unknownMembers.js';
import { at, edges, events, faultsIn, groups, oldGroups } from '../../support/sentBot.js';

describe('a bot of another product or program', () => {
  test('is stored as sent, without members that only the server writes', () => {
    const bot = { name: 'A', icon: null, folderId: 'f', publicId: 'a-1', events, groups, edges };
    const sent = {
      ...bot,
      id: 'mine',
      riskLevel: 3,
      workspaceId: 'w',
      createdAt: 'x',
      version: '6',
    };
    expect(newBotSchema.parse(sent)).toStrictEqual(bot);
  });

  test('keeps unknown members, after those of the flow', () => {
    const sent = newBotSchema.parse({ spaceId: 's', constructor: 2, toString: { deep: [null] } });
    expect(newDefinition(sent, 'fresh')).toMatchObject({
      version: '6',
      settings: {},
      spaceId: 's',
      constructor: 2,
      toString: { deep: [null] },
    });
    const much = { spaceId: 'x'.repeat(1_000_000) };
    for (const schema of [newBotSchema, botImportSchema, botPatchSchema]) {
      expect(schema.safeParse({ version: '6', groups, ...much }).error?.issues[0]?.message).toMatch(
        /Holds more than 1000000 characters in members this server does not know/,
      );
    }
  });

  test('may have null for a member that may be absent, which then counts as absent', () => {
    const options = { variableId: null, labels: { placeholder: null }, isLong: true };
    const blocks = [
      { id: 'b', type: 'text input', outgoingEdgeId: null, options },
      { id: 'c', type: 'Set variable', options: { variableId: 'v', expressionToEvaluate: null } },
      { id: 'd', type: 'hologram', outgoingEdgeId: null, options: null },
      { id: 'e', type: 'cards', items: [{ id: 'i', title: null, paths: null }] },
    ];
    const nothing = {
      events: [{ ...events[0], outgoingEdgeId: null }],
      groups: [{ ...groups[0], blocks }],
      edges: [
        { id: 'e', from: { blockId: 'b', itemId: null }, to: { groupId: 'g', blockId: null } },
      ],
      variables: [{ id: 'v', name: 'V', value: null, isSessionVariable: null }],
      theme: { general: { font: null, background: { type: null } }, chat: null },
      settings: { general: { rememberUser: { storage: null } }, security: null },
      resultsTablePreferences: { columnsOrder: null },
    };
    const read = botImportSchema.parse({ version: '6', ...nothing });
    expect(read).toStrictEqual({
      events: [{ id: 's', type: 'start', graphCoordinates: at }],
      groups: [
        {
          ...groups[0],
          blocks: [
            { id: 'b', type: 'text input', options: { labels: {}, isLong: true } },
            { id: 'c', type: 'Set variable', options: { variableId: 'v' } },
            { id: 'd', type: 'hologram', options: null },
            { id: 'e', type: 'cards', items: [{ id: 'i', title: null }] },
          ],
        },
      ],
      edges: [{ id: 'e', from: { blockId: 'b' }, to: { groupId: 'g' } }],
      variables: [{ id: 'v', name: 'V', value: null }],
      theme: { general: { background: {} } },
      settings: { general: { rememberUser: {} } },
      resultsTablePreferences: {},
    });
    const absent = { theme: null, settings: null, groups: null, variables: null };
    expect(newBotSchema.parse(absent)).toStrictEqual({});
    expect(faultsIn(newBotSchema, { name: null, icon: null })).toEqual(['name']);
    expect(botPatchSchema.parse({ theme: { chat: null } })).toStrictEqual({ theme: {} });
    const oldEdge = { id: 'e', from: { blockId: 'sb', itemId: null }, to: { groupId: 'g' } };
    const old = botImportSchema.parse({ version: '3', groups: oldGroups, edges: [oldEdge] });
    expect(old.edges).toStrictEqual([{ id: 'e', from: { eventId: 'g0' }, to: { groupId: 'g' } }]);
  });

  test('is not changed by a patch without known members; with some known members the others are kept', () => {
    expect(faultsIn(botPatchSchema, { grups: [], edgs: [] })).toEqual(['grups', 'edgs']);
    expect(botPatchSchema.parse({ name: 'A', spaceId: 's' })).toStrictEqual({
      name: 'A',
      spaceId: 's',
    });
  });

  test('has nulls removed only where a schema describes the members', () => {
    const items = [{ id: 'i', content: ['odd', null] }];
    const blocks = [{ id: 'b', type: 'choice input', outgoingEdgeId: null, items }];
    expect(faultsIn(newBotSchema, { groups: [{ ...groups[0], blocks }] })).toEqual([
      'groups.0.blocks.0.items.0.content',
    ]);
  });

  test('may be sent back with the blocks of unknown kinds that are stored, and no others', () => {
    const block = { id: 'h', type: 'hologram' };
    const stored = [{ id: 'g', title: 'G', graphCoordinates: at, blocks: [block] }];
    const sent = [{ ...stored[0], blocks: [block, { ...block, id: 'i' }] }];
    const issues = unknownBlockIssues(botPatchSchema.parse({ groups: sent }).groups ?? [], stored);
    expect(issues.map(({ path }) => path)).toEqual([['groups', 0, 'blocks', 1, 'type']]);
  });

  test('can have unknown members changed and removed by a patch, and nulls inside them are kept', () => {
    const draft = { version: '6', a: 1, b: null, c: 3 };
    expect(patchedUnknownMembers(draft, { name: 'N', a: null, c: 4 })).toEqual({ b: null, c: 4 });
  });
});
