import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { openKept } from '../../packages/console/src/draft/keptGestures.js';
import {
  closeDrafts,
  group,
  isSaved,
  openDraft,
  rename,
  saved,
  serverOf,
  start,
  storedBy,
  titles,
} from '../support/draftServer.js';
import { until } from '../support/until.js';

afterEach(closeDrafts);

test('an edit shows at once, is stored, and is undone and redone as one step', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A'), rename('b', 'B')]);
  expect(draft.state()).toMatchObject({ status: 'saving', unsent: 1 });
  expect(titles(draft.state().flow)).toEqual(['A', 'B']);
  await saved(draft, 'canUndo');
  draft.undo();
  await saved(draft, 'canRedo');
  expect(storedBy(server)).toEqual(['a', 'b']);
  draft.redo();
  await saved(draft, 'canUndo');
  expect(storedBy(server)).toEqual(['A', 'B']);
});

test('an undo right after a gesture undoes that one, and not the one before', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A')]);
  await saved(draft, 'canUndo');
  draft.edit([{ removeGroup: { groupId: 'b' } }]);
  draft.undo();
  await saved(draft, 'canRedo');
  expect(storedBy(server)).toEqual(['A', 'b']);
});

test('an undo that waits for the server takes nothing back that is done after it', async () => {
  const server = serverOf(start);
  server.network.isDown = true;
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A')]);
  draft.undo();
  draft.edit([rename('b', 'later')]);
  server.network.isDown = false;
  await saved(draft);
  expect(storedBy(server)).toEqual(['A', 'later']);
});

test.each(['request', 'answer'] as const)(
  'if the %s is lost, the edit is stored once',
  async (lost) => {
    const server = serverOf(start);
    server.lose.push(lost);
    const { draft } = openDraft(server);
    draft.edit([{ addGroup: { group: group('c') } }]);
    draft.edit([rename('c', 'C')]);
    await saved(draft);
    expect(storedBy(server)).toEqual(['a', 'b', 'C']);
    expect(draft.state().flow).toEqual(server.stored().flow);
  },
);

test('what somebody else changes stays, and what one changes meanwhile is on top of it', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'mine')]);
  server.store([rename('b', 'theirs')]);
  await until(() => draft.state().status === 'saved' && draft.state().revision === 3);
  expect(titles(draft.state().flow)).toEqual(['mine', 'theirs']);
});

test('an edit of something that somebody else removed is dropped, and the person sees that', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  server.store([{ removeGroup: { groupId: 'a' } }]);
  draft.edit([rename('a', 'mine')]);
  await until(() => draft.state().notices.length > 0 && draft.state().unsent === 0);
  expect(titles(draft.state().flow)).toEqual(['b']);
});

test('edits that wait for the server are stored after a reload', async () => {
  const server = serverOf(start);
  server.network.isDown = true;
  const first = openDraft(server);
  first.draft.edit([rename('a', 'later')]);
  await until(() => first.draft.state().status === 'offline');
  first.draft.close();
  expect(first.kept()).toHaveLength(1);
  server.network.isDown = false;
  const second = openDraft(server, first.kept());
  expect(titles(second.draft.state().flow)).toEqual(['later', 'b']);
  await saved(second.draft);
  expect(storedBy(server)).toEqual(['later', 'b']);
});

test('what was done before a reload is undone and redone in its order', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  for (const title of ['A', 'B', 'C']) draft.edit([rename('a', title)]);
  await saved(draft);
  draft.undo();
  await saved(draft, 'canRedo');
  draft.close();
  const { draft: again } = openDraft(server);
  await until(() => again.state().canUndo);
  const shown: string[] = [];
  for (const way of ['undo', 'redo', 'redo', 'undo', 'undo', 'undo'] as const) {
    const { revision } = again.state();
    again[way]();
    await until(() => isSaved(again)() && again.state().revision > revision);
    shown.push(String(storedBy(server)[0]));
  }
  expect(shown).toEqual(['A', 'B', 'C', 'B', 'A', 'a']);
});

test('two people who edit at random, on a bad network, have the stored flow in the end', async () => {
  const server = serverOf(start);
  const people = [openDraft(server).draft, openDraft(server).draft];
  let seed = 7;
  const chance = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most;
  for (let step = 0; step < 120; step++) {
    const draft = people[chance(2)];
    if (!draft) continue;
    if (chance(5) === 0) server.lose.push((['request', 'answer'] as const)[chance(2)] ?? 'answer');
    const { groups } = draft.state().flow;
    const some = groups[chance(groups.length || 1)];
    const what = chance(6);
    if (what === 0) draft.undo();
    else if (what === 1) draft.redo();
    else if (what === 2 && some && groups.length > 2)
      draft.edit([{ removeGroup: { groupId: some.id } }]);
    else if (what === 3 || !some) draft.edit([{ addGroup: { group: group(`g${step}`) } }]);
    else draft.edit([rename(some.id, `t${step}`)]);
    if (chance(3) === 0) await wait(2);
  }
  await until(() =>
    people.every(({ state }) => {
      const { status, revision } = state();
      return status === 'saved' && revision === server.stored().revision;
    }),
  );
  for (const { state } of people) expect(state().flow).toEqual(server.stored().flow);
});

test('what was stored before a reload is neither stored nor undone twice', async () => {
  const server = serverOf(start);
  server.network.isSilent = true;
  const first = openDraft(server);
  first.draft.edit([rename('a', 'A')]);
  await until(() => server.stored().revision === 2);
  const kept = first.kept();
  first.draft.close();
  server.network.isSilent = false;
  expect(kept).toHaveLength(1);
  server.store([rename('b', 'theirs')]);
  const { draft } = openDraft(server, kept);
  await saved(draft);
  expect(storedBy(server)).toEqual(['A', 'theirs']);
  draft.undo();
  draft.undo();
  await saved(draft, 'canRedo');
  expect(server.stored().revision).toBe(4);
});

test('a change that is too long to be reported is stored once, and undone', async () => {
  const server = serverOf(start);
  server.network.isLong = true;
  const { draft } = openDraft(server);
  draft.edit([{ addGroup: { group: group('c') } }]);
  draft.edit([rename('c', 'C')]);
  await saved(draft, 'canUndo');
  expect(titles(draft.state().flow)).toEqual(['a', 'b', 'C']);
  expect(draft.state().notices).toEqual([]);
  draft.undo();
  await saved(draft, 'canRedo');
  expect(storedBy(server)).toEqual(['a', 'b', 'c']);
});

test('an edit that comes with too old a revision is sent again', async () => {
  const server = serverOf(start);
  server.network.isStale = true;
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A')]);
  await saved(draft);
  expect(storedBy(server)).toEqual(['A', 'b']);
});

test('an edit without effect does not wait for ever while somebody else edits', async () => {
  const server = serverOf(start);
  const send = server.source.send;
  server.source.send = async (gesture) => {
    await send({ ...gesture, edits: [rename('b', 'theirs')], mark: 'of somebody else' });
    return { revision: server.stored().revision, inverse: [] };
  };
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'a')]);
  await saved(draft);
  expect(draft.state().canUndo).toBe(false);
  expect(titles(draft.state().flow)).toEqual(['a', 'theirs']);
});

test('what is edited after a sign-out waits until the person is signed in again', async () => {
  const server = serverOf(start);
  const { draft, kept } = openDraft(server);
  server.network.isSignedOut = true;
  draft.edit([rename('a', 'A')]);
  await until(() => draft.state().status === 'signedOut');
  expect(kept()).toHaveLength(1);
  server.network.isSignedOut = false;
  server.store([rename('b', 'theirs')]);
  await until(() => isSaved(draft)() && titles(draft.state().flow)[1] === 'theirs');
  expect(storedBy(server)).toEqual(['A', 'theirs']);
});

test('an edit that arrived late, while it waits to be sent again, is not said to be dropped', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server, [], { newMark: () => 'm', retryAfter: 200 });
  Object.assign(server.network, { isStale: true, isLong: true });
  const edits = [{ addGroup: { group: group('c') } }];
  draft.edit(edits);
  await until(() => !server.network.isStale);
  server.store(edits, { mark: 'm' });
  await saved(draft);
  expect(draft.state().notices).toEqual([]);
  expect(titles(draft.state().flow)).toEqual(['a', 'b', 'c']);
});

test('a draft that is left stores what waits, and then ends', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.leave();
  draft.edit([rename('a', 'A')]);
  await until(() => draft.ended.aborted);
  expect(storedBy(server)).toEqual(['A', 'b']);
});

test('who may only look at a bot reads that, and changes nothing', () => {
  const server = serverOf(start);
  const { draft } = openDraft(server, [], { isReadOnly: true });
  expect(draft.edit([rename('a', 'A')])).toBe(false);
  expect(draft.state()).toMatchObject({ unsent: 0, notices: [expect.stringContaining('look')] });
  expect(titles(draft.state().flow)).toEqual(['a', 'b']);
});

test('an edit of a field whose block somebody removed is refused in words', () => {
  const { draft } = openDraft(serverOf(start));
  expect(draft.edit([rename('gone', 'A')])).toBe(false);
  expect(draft.state().notices).toHaveLength(1);
});

test('windows of one browser keep what waits apart, also for different people', () => {
  const storage = storageInMemory();
  const bo = openKept(storage, { userId: 'bo', botId: 'b' });
  const gesture = { mark: 'm', edits: [], way: 'edit' } as const;
  bo.keep('one', [gesture]);
  bo.keep('two', [{ ...gesture, mark: 'n' }]);
  bo.keep('two', []);
  expect(bo.windows()).toEqual(['one']);
  expect(bo.of('one')).toEqual([gesture]);
  expect(openKept(storage, { userId: 'al', botId: 'b' }).windows()).toEqual([]);
  storage.setItem(Object.keys(storage)[0] ?? '', '{ broken');
  expect(bo.of('one')).toEqual([]);
});

/** Storage as browsers have it: its keys are those of the object. */
function storageInMemory(): Storage {
  return Object.create({
    getItem(this: Storage, key: string) {
      return Object.hasOwn(this, key) ? String(this[key]) : null;
    },
    setItem(this: Storage, key: string, text: string) {
      Object.assign(this, { [key]: text });
    },
    removeItem(this: Storage, key: string) {
      Reflect.deleteProperty(this, key);
    },
  }) as Storage;
}
