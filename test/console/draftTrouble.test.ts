import { expect, test } from '@jest/globals';
import { Draft } from '../../packages/console/src/draft/draft.js';
import { openKept } from '../../packages/console/src/draft/keptGestures.js';
import {
  group,
  isSaved,
  openDraft,
  rename,
  serverOf,
  start,
  titles,
} from '../support/draftServer.js';
import { until } from '../support/until.js';

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
  await until(isSaved(draft));
  expect(titles(server.stored().flow)).toEqual(['A', 'theirs']);
  draft.undo();
  draft.undo();
  await until(() => draft.state().canRedo && isSaved(draft)());
  expect(server.stored().revision).toBe(4);
  draft.close();
});

test('a change that is too long to be reported is stored once, and undone', async () => {
  const server = serverOf(start);
  server.network.isLong = true;
  const { draft } = openDraft(server);
  draft.edit([{ addGroup: { group: group('c') } }]);
  draft.edit([rename('c', 'C')]);
  await until(() => isSaved(draft)() && draft.state().canUndo);
  expect(titles(draft.state().flow)).toEqual(['a', 'b', 'C']);
  expect(draft.state().notices).toEqual([]);
  draft.undo();
  await until(() => draft.state().canRedo && isSaved(draft)());
  expect(titles(server.stored().flow)).toEqual(['a', 'b', 'c']);
  draft.close();
});

test('an edit that comes with too old a revision is sent again', async () => {
  const server = serverOf(start);
  server.network.isStale = true;
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A')]);
  await until(isSaved(draft));
  expect(titles(server.stored().flow)).toEqual(['A', 'b']);
  draft.close();
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
  await until(isSaved(draft));
  expect(draft.state().canUndo).toBe(false);
  expect(titles(draft.state().flow)).toEqual(['a', 'theirs']);
  draft.close();
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
  expect(titles(server.stored().flow)).toEqual(['A', 'theirs']);
  draft.close();
});

test('an edit that arrived late, while it waits to be sent again, is not said to be dropped', async () => {
  const server = serverOf(start);
  const { source, stored } = server;
  const [newMark, keep] = [() => 'm', () => undefined];
  const draft = new Draft({ source, stored: stored(), newMark, keep, retryAfter: 200 });
  Object.assign(server.network, { isStale: true, isLong: true });
  const edits = [{ addGroup: { group: group('c') } }];
  draft.edit(edits);
  await until(() => !server.network.isStale);
  server.store(edits, { mark: 'm' });
  await until(isSaved(draft));
  expect(draft.state().notices).toEqual([]);
  expect(titles(draft.state().flow)).toEqual(['a', 'b', 'c']);
  draft.close();
});

test('a draft that is left stores what waits, and then ends', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.leave();
  draft.edit([rename('a', 'A')]);
  await until(() => draft.ended.aborted);
  expect(titles(server.stored().flow)).toEqual(['A', 'b']);
});

test('who may only look at a bot reads that, and changes nothing', () => {
  const server = serverOf(start);
  const { source, stored } = server;
  const [newMark, keep] = [() => 'm', () => undefined];
  const draft = new Draft({ source, stored: stored(), newMark, keep, isReadOnly: true });
  expect(draft.edit([rename('a', 'A')])).toBe(false);
  expect(draft.state()).toMatchObject({ unsent: 0, notices: [expect.stringContaining('look')] });
  expect(titles(draft.state().flow)).toEqual(['a', 'b']);
  draft.close();
});

test('an edit of a field whose block somebody removed is refused in words', () => {
  const { draft } = openDraft(serverOf(start));
  expect(draft.edit([rename('gone', 'A')])).toBe(false);
  expect(draft.state().notices).toHaveLength(1);
  draft.close();
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
