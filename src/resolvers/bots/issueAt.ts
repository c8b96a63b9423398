import {
  brief,
  issueCodes,
  placeText,
  type FlowDefinition,
  type IssueCode,
} from '../../engine/index.js';
import type { BotIssue } from '../../schema/botIssue.js';
import type { IssuePlace } from '../../schema/issuePlace.js';

type Group = FlowDefinition['groups'][number];
type Block = Group['blocks'][number];

/** The place of an issue in a flow; empty for the whole flow. */
export interface Where {
  readonly group?: Group;
  readonly block?: Block;
  readonly index?: number;
  readonly edgeId?: string | undefined;
  readonly itemId?: string | undefined;
  /** The member of the block. */
  readonly path?: string | undefined;
  readonly related?: readonly IssuePlace[];
}

/** The places that an issue names besides its own, at most. */
const MOST_RELATED = 10;

/** An issue before it is known how a chat comes to it, and what to do about it. */
export type PlacedIssue = Omit<BotIssue, 'way' | 'fixes'>;

/** Makes an issue. `about` is the name or id that it concerns; by default the edge. */
export function issue(code: IssueCode, at: Where = {}, about?: string): PlacedIssue {
  const { level, title, why, advice } = issueCodes[code];
  const subject = subjectOf(about ?? at.edgeId);
  const named = subject === null ? '' : ` (${subject})`;
  const message = `${placeOf(at)}${title}: ${why}${named}. ${advice}.`;
  return { level, code, message, subject, ...idsOf(at) };
}

function idsOf({
  group,
  block,
  edgeId,
  itemId,
  path,
  related = [],
}: Where): Pick<BotIssue, 'groupId' | 'blockId' | 'edgeId' | 'itemId' | 'path' | 'related'> {
  const ids = { groupId: group?.id ?? null, blockId: block?.id ?? null };
  const within = { edgeId: edgeId ?? null, itemId: itemId ?? null, path: path ?? null };
  return { ...ids, ...within, related: related.slice(0, MOST_RELATED) };
}

function subjectOf(about: string | undefined): string | null {
  return about === undefined ? null : brief(about);
}

/** The place of an issue as editors display it. */
function placeOf({ group, block, index = 0 }: Where): string {
  if (!group) return '';
  return block ? `${placeText({ group, block, index })}: ` : `Group "${brief(group.title)}": `;
}
