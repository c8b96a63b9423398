import { describe, expect, test } from '@jest/globals';
import type { JsonRecord } from '../../../../src/engine/documents/jsonRecord.js';
import { upgradePatch } from '../../../../src/engine/flow/upgrade/index.js';
import { at, groupOf, oldFlow } from '../../../support/oldFlow.js';

describe('a part of a bot', () => {
  function patched(patch: JsonRecord): JsonRecord {
    const result = upgradePatch(patch);
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    return result.record;
  }

  test('of version 5 with groups alone brings its start event and no edges', () => {
    const block = { id: 'b', type: 'text' };
    const { edges, ...patch } = oldFlow('5', block);
    expect(edges).toBeDefined();
    expect(patched(patch)).toEqual({
      version: '6',
      groups: [groupOf(block)],
      events: [{ id: 'g0', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e1' }],
    });
  });

  test('without a version counts as version 5 if it has a start block', () => {
    expect(patched(oldFlow(undefined))).toHaveProperty('events');
    expect(patched({ groups: [groupOf()] })).toEqual({ version: '6', groups: [groupOf()] });
    expect(patched({ name: 'x' })).toEqual({ version: '6', name: 'x' });
  });

  test('of version 5 with edges alone brings them without the members of old versions', () => {
    const edge = { id: 'e', from: { groupId: 'g', blockId: 'b' }, to: { groupId: 'g' } };
    expect(patched({ version: '5', events: null, edges: [edge, 1, { from: 1 }] })).toEqual({
      version: '6',
      edges: [{ ...edge, from: { blockId: 'b' } }, 1, { from: 1 }],
    });
  });

  test('of version 3 gets no list that was not sent', () => {
    expect(patched({ version: '3', name: 'x' })).toEqual({ version: '6', name: 'x' });
  });

  test('of an unknown version is refused', () => {
    expect(upgradePatch({ version: '7' }).ok).toBe(false);
  });
});
