import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
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

test('an edit shows at once, is stored, and is undone and redone as one step', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A'), rename('b', 'B')]);
  expect(draft.state()).toMatchObject({ status: 'saving', unsent: 1 });
  expect(titles(draft.state().flow)).toEqual(['A', 'B']);
  await until(() => draft.state().status === 'saved' && draft.state().canUndo);
  draft.undo();
  await until(() => draft.state().status === 'saved' && draft.state().canRedo);
  expect(titles(server.stored().flow)).toEqual(['a', 'b']);
  draft.redo();
  await until(() => draft.state().status === 'saved' && draft.state().canUndo);
  expect(titles(server.stored().flow)).toEqual(['A', 'B']);
  draft.close();
});

test('an undo right after a gesture undoes that one, and not the one before', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A')]);
  await until(() => draft.state().status === 'saved' && draft.state().canUndo);
  draft.edit([{ removeGroup: { groupId: 'b' } }]);
  draft.undo();
  await until(() => draft.state().status === 'saved' && draft.state().canRedo);
  expect(titles(server.stored().flow)).toEqual(['A', 'b']);
  draft.close();
});

test('an undo that waits for the server takes nothing back that is done after it', async () => {
  const server = serverOf(start);
  server.network.isDown = true;
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'A')]);
  draft.undo();
  draft.edit([rename('b', 'later')]);
  server.network.isDown = false;
  await until(isSaved(draft));
  expect(titles(server.stored().flow)).toEqual(['A', 'later']);
  draft.close();
});

test.each(['request', 'answer'] as const)(
  'if the %s is lost, the edit is stored once',
  async (lost) => {
    const server = serverOf(start);
    server.lose.push(lost);
    const { draft } = openDraft(server);
    draft.edit([{ addGroup: { group: group('c') } }]);
    draft.edit([rename('c', 'C')]);
    await until(() => draft.state().status === 'saved');
    expect(titles(server.stored().flow)).toEqual(['a', 'b', 'C']);
    expect(draft.state().flow).toEqual(server.stored().flow);
    draft.close();
  },
);

test('what somebody else changes stays, and what one changes meanwhile is on top of it', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  draft.edit([rename('a', 'mine')]);
  server.store([rename('b', 'theirs')]);
  await until(() => draft.state().status === 'saved' && draft.state().revision === 3);
  expect(titles(draft.state().flow)).toEqual(['mine', 'theirs']);
  draft.close();
});

test('an edit of something that somebody else removed is dropped, and the person sees that', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  server.store([{ removeGroup: { groupId: 'a' } }]);
  draft.edit([rename('a', 'mine')]);
  await until(() => draft.state().notices.length > 0 && draft.state().unsent === 0);
  expect(titles(draft.state().flow)).toEqual(['b']);
  draft.close();
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
  await until(() => second.draft.state().status === 'saved');
  expect(titles(server.stored().flow)).toEqual(['later', 'b']);
  second.draft.close();
});

test('what was done before a reload is undone and redone in its order', async () => {
  const server = serverOf(start);
  const { draft } = openDraft(server);
  for (const title of ['A', 'B', 'C']) draft.edit([rename('a', title)]);
  await until(isSaved(draft));
  draft.undo();
  await until(() => isSaved(draft)() && draft.state().canRedo);
  draft.close();
  const { draft: again } = openDraft(server);
  await until(() => again.state().canUndo);
  const shown: string[] = [];
  for (const way of ['undo', 'redo', 'redo', 'undo', 'undo', 'undo'] as const) {
    const { revision } = again.state();
    again[way]();
    await until(() => isSaved(again)() && again.state().revision > revision);
    shown.push(String(titles(server.stored().flow)[0]));
  }
  expect(shown).toEqual(['A', 'B', 'C', 'B', 'A', 'a']);
  again.close();
});

test('an edit whose answer was lost before a reload is not stored twice', async () => {
  const server = serverOf(start);
  server.lose.push('answer');
  const { draft, kept } = openDraft(server);
  draft.edit([{ addGroup: { group: group('c') } }]);
  const unsent = kept();
  await until(() => server.stored().revision === 2);
  draft.close();
  const { draft: again } = openDraft(server, unsent);
  await until(() => isSaved(again)() && again.state().canUndo);
  expect(again.state()).toMatchObject({ status: 'saved', notices: [], canUndo: true });
  expect(titles(again.state().flow)).toEqual(['a', 'b', 'c']);
  again.close();
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
  for (const draft of people) draft.close();
});
