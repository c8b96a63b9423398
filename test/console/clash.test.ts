import type { FlowEdit } from '@parley/client';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Draft } from '../../packages/console/src/draft/draft.js';
import {
  closeDrafts,
  group,
  isSaved,
  saved,
  storedBy,
  openDraft,
  rename,
  serverOf,
  start,
  titles,
} from '../support/draftServer.js';
import { until } from '../support/until.js';

afterEach(closeDrafts);

const place = (groupId: string, x: number) => ({ groupId, x, y: 0 });
const move = (...groups: readonly ReturnType<typeof place>[]): FlowEdit => ({
  moveGroups: { groups },
});
const placed = {
  ...start,
  groups: start.groups.map((one) => ({ ...one, graphCoordinates: { x: 0, y: 0 } })),
};

/** A draft in which a person made a step that Bo changed since, with what the others see. */
async function changedSince({ mine, theirs }: { mine: FlowEdit[]; theirs: FlowEdit[] }) {
  const server = serverOf(placed);
  const { draft } = openDraft(server);
  draft.edit(mine);
  await saved(draft);
  server.store(theirs);
  await until(() => draft.state().revision === server.stored().revision);
  draft.undo();
  return { server, draft, shown: () => storedBy(server) };
}

const asked = (draft: Draft) => () => draft.state().clash !== undefined;
const settled = (draft: Draft) => async () =>
  until(() => isSaved(draft)() && draft.state().clash === undefined);

describe('an undo of what somebody else changed since', () => {
  const titleOfBoth = { mine: [rename('a', 'mine')], theirs: [rename('a', 'theirs')] };

  test('changes nothing, and says who did what', async () => {
    const { draft, shown } = await changedSince(titleOfBoth);
    await until(asked(draft));
    expect(shown()).toEqual(['theirs', 'b']);
    expect(titles(draft.state().flow)).toEqual(['theirs', 'b']);
    expect(draft.state()).toMatchObject({
      canUndo: true,
      notices: [],
      clash: {
        ...{ way: 'undo', canOverwrite: true, rest: [] },
        theirs: [{ author: 'Bo', change: { kind: 'GROUP_RENAMED', after: 'theirs' } }],
      },
    });
  });

  test('can be made over it, and redone', async () => {
    const { draft, shown } = await changedSince(titleOfBoth);
    await until(asked(draft));
    draft.decide('overwrite');
    await settled(draft)();
    expect(shown()).toEqual(['a', 'b']);
    draft.redo();
    await until(() => shown()[0] === 'theirs');
  });

  test('can be left, and then the step before is next', async () => {
    const server = serverOf(placed);
    const { draft } = openDraft(server);
    draft.edit([rename('b', 'B')]);
    draft.edit(titleOfBoth.mine);
    await saved(draft);
    server.store(titleOfBoth.theirs);
    draft.undo();
    await until(asked(draft));
    draft.decide('keep');
    draft.undo();
    await until(() => storedBy(server)[1] === 'b');
    expect(storedBy(server)).toEqual(['theirs', 'b']);
  });

  test('is asked again where nothing was decided', async () => {
    const { draft } = await changedSince(titleOfBoth);
    await until(asked(draft));
    draft.decide(undefined);
    expect(draft.state()).toMatchObject({ clash: undefined, canUndo: true });
    draft.undo();
    await until(asked(draft));
  });

  test('can be made of the rest of the step', async () => {
    const { draft, server } = await changedSince({
      mine: [move(place('a', 8), place('b', 8)), rename('b', 'B')],
      theirs: [move(place('a', 80))],
    });
    await until(asked(draft));
    draft.decide('rest');
    await settled(draft)();
    expect(server.stored().flow.groups).toMatchObject([
      { id: 'a', graphCoordinates: { x: 80 } },
      { id: 'b', title: 'b', graphCoordinates: { x: 0 } },
    ]);
    expect(draft.state()).toMatchObject({ canUndo: false, canRedo: true });
  });

  test('can be made of the rest where they removed a part of it', async () => {
    const { draft, server, shown } = await changedSince({
      mine: [rename('a', 'A'), rename('b', 'B')],
      theirs: [{ removeGroup: { groupId: 'a' } }],
    });
    await until(asked(draft));
    const { clash } = draft.state();
    expect(clash).toMatchObject({ canOverwrite: false, theirs: [{ author: 'Bo' }] });
    draft.decide('rest');
    await settled(draft)();
    expect(shown()).toEqual(['b']);
    expect(server.stored().flow).toEqual(draft.state().flow);
  });

  test('says so also where nobody knows any more who it was', async () => {
    const server = serverOf(placed);
    server.source.others = async () => Promise.reject(new Error('The network is down'));
    const { draft } = openDraft(server);
    draft.edit([rename('a', 'A')]);
    await saved(draft);
    server.store([{ removeGroup: { groupId: 'a' } }]);
    await until(() => titles(draft.state().flow).length === 1);
    draft.undo();
    await until(asked(draft));
    expect(draft.state().clash).toMatchObject({ theirs: [{ author: null }], rest: [] });
  });
});

test('what somebody else changed elsewhere in the same part does not stand in the way of an undo', async () => {
  const { draft, server } = await changedSince({
    mine: [rename('a', 'mine')],
    theirs: [move(place('a', 80))],
  });
  await until(() => draft.state().canRedo);
  expect(server.stored().flow.groups[0]).toMatchObject({ title: 'a', graphCoordinates: { x: 80 } });
  expect(draft.state().clash).toBeUndefined();
});

test('a redo asks as an undo does', async () => {
  const server = serverOf(placed);
  const { draft } = openDraft(server);
  draft.edit([{ addGroup: { group: group('c') } }]);
  draft.edit([rename('c', 'C')]);
  await saved(draft);
  draft.undo();
  await saved(draft, 'canRedo');
  server.store([rename('c', 'theirs')]);
  draft.redo();
  await until(asked(draft));
  expect(draft.state().clash).toMatchObject({ way: 'redo' });
  draft.decide('overwrite');
  await until(() => storedBy(server)[2] === 'C');
});
