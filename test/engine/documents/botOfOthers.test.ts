import { describe, expect, test } from '@jest/globals';
import {
  botImportSchema,
  botPatchSchema,
  newBotSchema,
} from '../../../src/engine/documents/bot.js';
import { unknownBlockIssues } from '../../../src/engine/documents/sentGroup.js';
import { patchedUnknownMembers } from '../../../src/engine/documents/unknownMembers.js';
import { newDefinition } from '../../../src/engine/documents/newDefinition.js';
import { at, edges, events, faultsIn, groups, oldGroups } from '../../support/sentBot.js';

describe('a bot of another product or program', () => {
  test('is taken as sent, without members that are the server’s to write', () => {
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

  test('keeps members this server does not know, behind those of the flow', () => {
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
        /holds more than 1000000 characters in members this server does not know/,
      );
    }
  });

  test('may say null where it may say nothing, and has said nothing then', () => {
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

  test('is not changed by a patch of which no member is known; one of which some are keeps the others', () => {
    expect(faultsIn(botPatchSchema, { grups: [], edgs: [] })).toEqual(['grups', 'edgs']);
    expect(botPatchSchema.parse({ name: 'A', spaceId: 's' })).toStrictEqual({
      name: 'A',
      spaceId: 's',
    });
  });

  test('has its nulls looked for only where a kind says what is there', () => {
    const items = [{ id: 'i', content: ['odd', null] }];
    const blocks = [{ id: 'b', type: 'choice input', outgoingEdgeId: null, items }];
    expect(faultsIn(newBotSchema, { groups: [{ ...groups[0], blocks }] })).toEqual([
      'groups.0.blocks.0.items.0.content',
    ]);
  });

  test('may be sent back with blocks of unknown kinds as they are stored, and only those', () => {
    const block = { id: 'h', type: 'hologram' };
    const stored = [{ id: 'g', title: 'G', graphCoordinates: at, blocks: [block] }];
    const sent = [{ ...stored[0], blocks: [block, { ...block, id: 'i' }] }];
    const issues = unknownBlockIssues(botPatchSchema.parse({ groups: sent }).groups ?? [], stored);
    expect(issues.map(({ path }) => path)).toEqual([['groups', 0, 'blocks', 1, 'type']]);
  });

  test('has its unknown members changed and taken away by a patch, nulls of its own kept', () => {
    const draft = { version: '6', a: 1, b: null, c: 3 };
    expect(patchedUnknownMembers(draft, { name: 'N', a: null, c: 4 })).toEqual({ b: null, c: 4 });
  });
});
