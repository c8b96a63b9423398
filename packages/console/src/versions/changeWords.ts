import type { PublishingQuery } from '@parley/client/dashboard';
import { t, type Word } from '../i18n/t.js';

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

/** Kinds of changes that are counted. */
type Counted =
  'GROUP_MOVED' | 'NOTE_MOVED' | 'EDGE_ADDED' | 'EDGE_REMOVED' | 'EDGE_REWIRED' | 'EDGE_CHANGED';

/** What they are called. */
const COUNTED: Readonly<Record<Counted, Word>> = {
  GROUP_MOVED: '1 group was moved on the canvas.|{count} groups were moved on the canvas.',
  NOTE_MOVED: '1 note was moved on the canvas.|{count} notes were moved on the canvas.',
  EDGE_ADDED: '1 connection was added.|{count} connections were added.',
  EDGE_REMOVED: '1 connection was removed.|{count} connections were removed.',
  EDGE_REWIRED: '1 connection leads to another place.|{count} connections lead to other places.',
  EDGE_CHANGED: '1 connection was changed.|{count} connections were changed.',
};

const SENTENCES: Readonly<Record<Exclude<Change['kind'], Counted>, Word>> = {
  EVENT_ADDED: 'Event {name} was added.',
  EVENT_REMOVED: 'Event {name} was removed.',
  EVENT_CHANGED: 'Event {name} was changed.',
  GROUP_ADDED: 'Group {name} was added.',
  GROUP_REMOVED: 'Group {name} was removed.',
  GROUP_RENAMED: 'Group {before} is called {after} now.',
  GROUP_CHANGED: 'Group {name} was changed.',
  BLOCK_ADDED: 'Block {name} was added.',
  BLOCK_REMOVED: 'Block {name} was removed.',
  BLOCK_MOVED: 'Block {name} was moved.',
  BLOCK_CHANGED: 'Block {name} was changed.',
  TEXT_CHANGED: 'A text says {after} instead of {before}.',
  VARIABLE_ADDED: 'Variable {name} was added.',
  VARIABLE_REMOVED: 'Variable {name} was removed.',
  VARIABLE_RENAMED: 'Variable {before} is called {after} now.',
  VARIABLE_CHANGED: 'Variable {name} was changed.',
  NOTE_ADDED: 'Note {name} was added.',
  NOTE_REMOVED: 'Note {name} was removed.',
  NOTE_CHANGED: 'Note {name} was changed.',
  THEME_CHANGED: 'The theme was changed.',
  SETTINGS_CHANGED: 'The settings were changed.',
  TRANSLATIONS_CHANGED: 'Translations were changed.',
  FLOW_CHANGED: 'Other members of the flow were changed.',
};

/** What parts of a flow are called. */
interface Names {
  /** The title of a group, where the flow still has it. */
  titleOf(groupId: string): string | undefined;
  /** What blocks of a type are called. */
  labelOf(type: string): string;
}

/**
 * Says what changed, in sentences. The blocks of groups that came or went are not listed, and what has no name, such as connections, is
 * counted.
 */
export function changesInWords(changes: readonly Change[], names: Names): ChangeShown[] {
  const whole = new Set(
    changes
      .filter(({ kind }) => kind === 'GROUP_ADDED' || kind === 'GROUP_REMOVED')
      .map(({ partId }) => partId),
  );
  const listed = changes.filter(({ groupId }) => !(groupId !== null && whole.has(groupId)));
  return [...listed.flatMap((change) => shownOf(change, names)), ...counted(changes)];
}

function counted(changes: readonly Change[]): ChangeShown[] {
  return Object.entries(COUNTED).flatMap(([kind, word]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    if (count === 0) return [];
    return [{ sign: signOf(kind), words: t(word, { count }), at: undefined }];
  });
}

function shownOf(change: Change, { titleOf, labelOf }: Names): readonly ChangeShown[] {
  const { kind, groupId, partId } = change;
  if (isCounted(kind)) return [];
  const sign = signOf(kind);
  const isThere = sign !== '−' && /^(GROUP|BLOCK|TEXT|NOTE)_/.test(kind);
  const title = groupId === null ? undefined : titleOf(groupId);
  // Blocks have no name of their own.
  const name = kind.startsWith('BLOCK_') ? labelOf(change.name ?? '') : change.name;
  const words = wordsOf({ ...change, kind, name }, title);
  return [{ sign, words, at: isThere ? (partId ?? undefined) : undefined }];
}

function isCounted(kind: Change['kind']): kind is Counted {
  return Object.hasOwn(COUNTED, kind);
}

function signOf(kind: string): ChangeShown['sign'] {
  return SIGNS[kind.split('_')[1] ?? ''] ?? '~';
}

/** A change of a part, which is in the group with this title if it is a block. */
function wordsOf(
  { kind, name, before, after }: Change & { readonly kind: keyof typeof SENTENCES },
  title: string | undefined,
): string {
  const [named, group] = [quoted(name ?? ''), quoted(title ?? '')];
  return t(
    kind === 'TEXT_CHANGED' && title !== undefined
      ? 'A text in {group} says {after} instead of {before}.'
      : SENTENCES[kind],
    {
      ...{ group, before: quoted(before), after: quoted(after) },
      name: title === undefined ? named : t('{name} in {group}', { name: named, group }),
    },
  );
}

function quoted(value: unknown): string {
  const text = shortened(typeof value === 'string' ? value : JSON.stringify(value ?? ''));
  return t('“{text}”', { text });
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
}
