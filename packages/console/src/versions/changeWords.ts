import type { PublishingQuery } from '@parley/client/dashboard';

/** A difference between two flows, as the server tells it. */
export type Change = NonNullable<PublishingQuery['bot']>['unpublishedChanges'][number];

/** A difference in words, with a sign: what was added, what was removed, or what is another way now. */
export interface ChangeShown {
  readonly sign: '+' | '−' | '~';
  readonly words: string;
  /** The part of the flow, where the flow may still have it. */
  readonly at: string | undefined;
}

const SIGNS: Readonly<Record<string, ChangeShown['sign']>> = { ADDED: '+', REMOVED: '−' };
/** Longer texts are cut. */
const MAX_LENGTH = 60;

/** Kinds of changes that are counted, with what one and several of them are called. */
const COUNTED: Partial<Record<Change['kind'], readonly [string, string]>> = {
  GROUP_MOVED: ['group was moved on the canvas', 'groups were moved on the canvas'],
  NOTE_MOVED: ['note was moved on the canvas', 'notes were moved on the canvas'],
  EDGE_ADDED: ['connection was added', 'connections were added'],
  EDGE_REMOVED: ['connection was removed', 'connections were removed'],
  EDGE_REWIRED: ['connection leads to another place', 'connections lead to other places'],
  EDGE_CHANGED: ['connection was changed', 'connections were changed'],
};

/**
 * Says what changed, in sentences. The blocks of groups that came or went are not listed, and what has no name, such as connections, is
 * counted.
 */
export function changesInWords(
  changes: readonly Change[],
  titleOf: (groupId: string) => string | undefined,
): ChangeShown[] {
  const whole = new Set(
    changes
      .filter(({ kind }) => kind === 'GROUP_ADDED' || kind === 'GROUP_REMOVED')
      .map(({ partId }) => partId),
  );
  const listed = changes.filter(
    ({ kind, groupId }) => !COUNTED[kind] && !(groupId !== null && whole.has(groupId)),
  );
  return [...listed.map((change) => shownOf(change, titleOf)), ...counted(changes)];
}

function counted(changes: readonly Change[]): ChangeShown[] {
  return Object.entries(COUNTED).flatMap(([kind, [one, several]]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    if (count === 0) return [];
    const [, how = ''] = kind.split('_');
    const words = `${count} ${count === 1 ? one : several}.`;
    return [{ sign: SIGNS[how] ?? '~', words, at: undefined }];
  });
}

function shownOf(change: Change, titleOf: (groupId: string) => string | undefined): ChangeShown {
  const { kind, groupId, partId } = change;
  const [, how = ''] = kind.split('_');
  const title = groupId === null ? undefined : titleOf(groupId);
  const place = title === undefined ? '' : ` in “${title}”`;
  return {
    sign: SIGNS[how] ?? '~',
    words: wordsOf(change, place),
    at:
      how === 'REMOVED' || !/^(GROUP|BLOCK|TEXT|NOTE)_/.test(kind)
        ? undefined
        : (partId ?? undefined),
  };
}

function wordsOf({ kind, name, before, after }: Change, place: string): string {
  const special = SPECIAL[kind];
  if (special) return special({ before, after, place });
  const [part = '', how = ''] = kind.split('_');
  const noun = part.charAt(0) + part.slice(1).toLowerCase();
  const named = name === null ? noun : `${noun} “${shortened(name)}”`;
  return `${named}${place} was ${how.toLowerCase()}.`;
}

interface Told {
  readonly before: unknown;
  readonly after: unknown;
  readonly place: string;
}

const SPECIAL: Partial<Record<Change['kind'], (told: Told) => string>> = {
  GROUP_RENAMED: renamed('Group'),
  VARIABLE_RENAMED: renamed('Variable'),
  TEXT_CHANGED: ({ before, after, place }) =>
    `A text${place} says ${quoted(after)} instead of ${quoted(before)}.`,
  THEME_CHANGED: () => 'The theme was changed.',
  SETTINGS_CHANGED: () => 'The settings were changed.',
  TRANSLATIONS_CHANGED: () => 'Translations were changed.',
  FLOW_CHANGED: () => 'Other members of the flow were changed.',
};

function renamed(noun: string): (told: Told) => string {
  return ({ before, after }) => `${noun} ${quoted(before)} is called ${quoted(after)} now.`;
}

function quoted(value: unknown): string {
  return `“${shortened(typeof value === 'string' ? value : JSON.stringify(value ?? ''))}”`;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
}
