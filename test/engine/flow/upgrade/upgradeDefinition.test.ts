import { describe, expect, test } from '@jest/globals';
import type { JsonRecord } from '../../../../src/engine/documents/jsonRecord.js';
import { upgradeDefinition, upgradePatch } from '../../../../src/engine/flow/upgrade/index.js';
import { at, groupOf, oldFlow, startGroup } from '../../../support/oldFlow.js';
import { partAt } from '../../../support/parts.js';

function upgraded(flow: JsonRecord): JsonRecord {
  const result = upgradeDefinition(flow);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.record;
}

/** A block of an old flow after the upgrade. */
function upgradedBlock(version: string, block: JsonRecord): unknown {
  const { groups } = upgraded(oldFlow(version, block));
  return partAt(groups, '0.blocks.0');
}

function messagesOf(flow: JsonRecord): string[] {
  const result = upgradeDefinition(flow);
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the start block', () => {
  const block = { id: 'b', type: 'text' };

  test.each([['3'], ['4'], ['5'], [undefined]])(
    'of version %j becomes the start event, named like its group',
    (version) => {
      expect(upgraded(oldFlow(version, block))).toEqual({
        version: '6',
        events: [{ id: 'g0', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e1' }],
        groups: [groupOf(block)],
        edges: [
          { id: 'e1', from: { eventId: 'g0' }, to: { groupId: 'g1' } },
          { id: 'e0', from: { blockId: 'b' }, to: { groupId: 'g1' } },
        ],
      });
    },
  );

  test('may stand before other blocks, whose group then stays', () => {
    const flow = { version: '5', groups: [startGroup(block)], edges: [] };
    expect(upgraded(flow)['groups']).toEqual([{ ...startGroup(), blocks: [block] }]);
  });

  test('may have no edge, or one that does not exist', () => {
    const nowhere = { ...groupOf({ id: 's', type: 'start' }), id: 'g0' };
    expect(upgraded({ version: '5', groups: [nowhere], edges: [] })['events']).toEqual([
      { id: 'g0', type: 'start', graphCoordinates: at },
    ]);
    expect(upgraded({ version: '5', groups: [startGroup()], edges: [] })['edges']).toEqual([]);
  });

  test('may be absent', () => {
    const message = /groups: no group holds a block of type "start"/;
    expect(messagesOf({ version: '5', groups: [groupOf(block)] })).toEqual([
      expect.stringMatching(message),
    ]);
    expect(messagesOf({ groups: [5, { blocks: 'none' }] })).toHaveLength(1);
  });
});

describe('an empty flow', () => {
  const events = [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }];

  test.each([['3'], ['4'], ['5'], [undefined]])(
    'of version %j has a start that leads nowhere',
    (version) => {
      const flow = { ...(version !== undefined && { version }), groups: [], edges: [] };
      expect(upgraded(flow)).toEqual({ version: '6', events, groups: [], edges: [] });
      expect(upgraded({ ...flow, events: [] })['events']).toEqual(events);
    },
  );

  test('below version 5 needs no list of groups', () => {
    expect(upgraded({ name: 'x' })).toEqual({
      version: '6',
      name: 'x',
      events,
      groups: [],
      edges: [],
    });
  });
});

describe('a flow with a start event', () => {
  const events = [{ id: 'first', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }];
  const flow = { events, groups: [groupOf({ id: 'b', type: 'text' })], edges: [] };

  test.each([['3'], ['4'], [undefined]])('is of version 6, though labelled %j', (version) => {
    const labelled = { ...flow, ...(version !== undefined && { version }) };
    expect(upgraded(labelled)).toEqual({ ...flow, version: '6' });
    expect(upgradePatch(labelled)).toEqual({ ok: true, record: { ...flow, version: '6' } });
  });

  test('is not one with events of other kinds only', () => {
    const old = { ...oldFlow('3', { id: 'b', type: 'text' }), events: [7, { type: 'command' }] };
    expect(upgraded(old)['events']).toMatchObject([{ id: 'g0', type: 'start' }]);
  });
});

describe('a fault of the versions below 5', () => {
  const broken = { id: 'bad', from: {}, to: {} };

  test('is corrected: edges of a wrong shape are dropped, and groups without blocks are empty', () => {
    const flow = {
      version: '4',
      groups: [startGroup(), { id: 'g9', title: '', graphCoordinates: at }],
      edges: [broken],
    };
    expect(upgraded(flow)).toMatchObject({ groups: [], edges: [] });
    expect(upgraded({ ...flow, edges: null })['edges']).toEqual([]);
    expect(upgraded({ ...flow, edges: 'none' })['edges']).toBe('none');
  });

  test('is kept from version 5 on, and refused by the check', () => {
    expect(upgraded({ version: '5', groups: [startGroup()], edges: [broken] })['edges']).toEqual([
      broken,
    ]);
    const group = { id: 'g9', title: '', graphCoordinates: at };
    expect(upgraded({ version: '5', groups: [startGroup(), group, 7] })['groups']).toEqual([
      group,
      7,
    ]);
  });
});

describe('a block of version 5', () => {
  test('loses members that only old versions had', () => {
    const block = {
      id: 'b',
      groupId: 'g1',
      type: 'Condition',
      items: [{ id: 'i', blockId: 'b', type: 0, content: {} }, 'odd'],
    };
    expect(upgradedBlock('5', block)).toEqual({
      id: 'b',
      type: 'Condition',
      items: [{ id: 'i', content: {} }, 'odd'],
    });
  });

  test('keeps the type of an item if it is not a number', () => {
    const block = { id: 'b', type: 'new kind', items: [{ id: 'i', type: 'card' }] };
    expect(upgradedBlock('5', block)).toEqual(block);
  });

  test('keeps its request but not the id of the request', () => {
    const options = { webhook: { id: 'w', url: 'https://a.example', method: 'GET' } };
    const block = { id: 'b', type: 'Webhook', webhookId: 'w', options };
    expect(upgradedBlock('5', block)).toEqual({
      id: 'b',
      type: 'Webhook',
      options: { webhook: { url: 'https://a.example', method: 'GET' } },
    });
  });

  test('keeps what clients of that version use: the size limit of files, the block of an item', () => {
    const file = { id: 'b', type: 'file input', options: { sizeLimit: 10, isRequired: false } };
    expect(upgradedBlock('5', file)).toEqual(file);
    const pictures = { id: 'b', type: 'picture choice input', items: [{ id: 'i', blockId: 'b' }] };
    expect(upgradedBlock('5', pictures)).toEqual(pictures);
  });

  test('of the link kind merges results unless it says otherwise', () => {
    expect(upgradedBlock('5', { id: 'b', type: 'Typebot link' })).toEqual({
      id: 'b',
      type: 'Bot link',
      options: { mergeResults: true },
    });
    const apart = { id: 'b', type: 'Typebot link', options: { mergeResults: false } };
    expect(upgradedBlock('5', apart)).toMatchObject({ options: { mergeResults: false } });
    const silent = { id: 'b', type: 'Typebot link', options: { mergeResults: null } };
    expect(upgradedBlock('5', silent)).toMatchObject({ options: { mergeResults: true } });
  });

  test.each([['Get data from sheet'], ['Update a row']])(
    'that wants to "%s" by one cell does so by a filter',
    (action) => {
      const referenceCell = { id: 'c', column: 'Email', value: '{{Email}}' };
      const block = { id: 'b', type: 'Google Sheets', options: { action, referenceCell } };
      expect(upgradedBlock('5', block)).toMatchObject({
        options: {
          action,
          filter: { comparisons: [{ ...referenceCell, comparisonOperator: 'Equal to' }] },
        },
      });
      expect(JSON.stringify(upgradedBlock('5', block))).not.toMatch('referenceCell');
    },
  );

  test('keeps its filter, and gets none for inserting a row', () => {
    const referenceCell = { id: 'c', column: 'Email' };
    const filter = { comparisons: [] };
    const get = { action: 'Get data from sheet', referenceCell, filter };
    const insert = { action: 'Insert a row', referenceCell };
    expect(upgradedBlock('5', { id: 'b', type: 'Google Sheets', options: get })).toEqual({
      id: 'b',
      type: 'Google Sheets',
      options: { action: 'Get data from sheet', filter },
    });
    expect(upgradedBlock('5', { id: 'b', type: 'Google Sheets', options: insert })).toEqual({
      id: 'b',
      type: 'Google Sheets',
      options: { action: 'Insert a row' },
    });
  });
});

describe('an HTTP block of version 3', () => {
  test.each([['Webhook'], ['Zapier'], ['Make.com'], ['Pabbly']])(
    'of kind %s gets an empty request, for its own is not in the file',
    (type) => {
      expect(upgradedBlock('3', { id: 'b', type, webhookId: 'w' })).toEqual({
        id: 'b',
        type,
        options: { webhook: { method: 'POST' } },
      });
    },
  );

  test('keeps the request it holds', () => {
    const options = { webhook: { id: 'w', url: 'https://a.example' }, isCustomBody: true };
    expect(upgradedBlock('3', { id: 'b', type: 'Webhook', webhookId: 'w', options })).toEqual({
      id: 'b',
      type: 'Webhook',
      options: { webhook: { url: 'https://a.example' }, isCustomBody: true },
    });
  });
});

describe('a version', () => {
  const events = [{ id: 's', type: 'start', graphCoordinates: at }];

  test.each([['6'], ['6.1'], [undefined], [null]])(
    '%j with events is 6, and nothing else changes',
    (version) => {
      const groups = [{ ...groupOf({ id: 'b', groupId: 'kept', type: 'text' }) }, { id: 'empty' }];
      expect(upgraded({ version, events, groups })).toEqual({ version: '6', events, groups });
    },
  );

  test('6.1 leaves the theme as it is, and is remembered as the one whose defaults the theme has', () => {
    const theme = { chat: { roundness: 'large' } };
    expect(upgraded({ version: '6.1', groups: [], theme })).toMatchObject({
      version: '6',
      theme,
      themeVersion: '6.1',
    });
    expect(upgraded({ version: '6', groups: [], theme })).not.toHaveProperty('themeVersion');
  });

  test.each([['7'], [6], [''], [{}]])('%j is not known', (version) => {
    expect(messagesOf({ version, groups: [] })).toEqual([
      'version: Must be one of the texts 3, 4, 5, 6, 6.1: this server knows no other',
    ]);
  });
});
