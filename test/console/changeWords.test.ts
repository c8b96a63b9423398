import { expect, test } from '@jest/globals';
import { type Change, changesInWords } from '../../packages/console/src/versions/changeWords.js';

const change = (kind: Change['kind'], members: Partial<Change> = {}): Change => ({
  kind,
  ...{ partId: null, groupId: null, name: null, before: null, after: null },
  ...members,
});
const said = (...changes: Change[]) =>
  changesInWords(changes, {
    titleOf: (id) => (id === 'g1' ? 'Welcome' : undefined),
    labelOf: (type) => (type === 'email input' ? 'E-mail question' : type),
  }).map(({ sign, words, at }) => `${sign} ${words}${at === undefined ? '' : ` (${at})`}`);

test('each change of a flow is a sentence that leads to its part', () => {
  expect(
    said(
      change('GROUP_RENAMED', { partId: 'g1', before: 'Hello', after: 'Welcome' }),
      change('TEXT_CHANGED', { partId: 'b1', groupId: 'g1', before: 'Hi', after: 'Hi  there' }),
      change('BLOCK_REMOVED', { partId: 'b2', groupId: 'g1', name: 'email input' }),
      change('VARIABLE_ADDED', { partId: 'v1', name: 'Age' }),
      change('THEME_CHANGED'),
    ),
  ).toEqual([
    '~ Group “Hello” is called “Welcome” now. (g1)',
    '~ A text in “Welcome” says “Hi there” instead of “Hi”. (b1)',
    '− Block “E-mail question” in “Welcome” was removed.',
    '+ Variable “Age” was added.',
    '~ The theme was changed.',
  ]);
});

test('the blocks of a new group are not listed, and connections and moves are counted', () => {
  expect(
    said(
      change('GROUP_ADDED', { partId: 'g1', name: 'Welcome' }),
      change('GROUP_MOVED', { partId: 'g2', name: 'Other' }),
      change('BLOCK_ADDED', { partId: 'b1', groupId: 'g1', name: 'text' }),
      change('EDGE_ADDED', { partId: 'e1' }),
      change('EDGE_ADDED', { partId: 'e2' }),
    ),
  ).toEqual([
    '+ Group “Welcome” was added. (g1)',
    '~ 1 group was moved on the canvas.',
    '+ 2 connections were added.',
  ]);
});
