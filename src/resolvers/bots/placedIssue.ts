import {
  brief,
  issueCodes,
  placeText,
  type FlowDefinition,
  type IssueCode,
  fixOf,
  shortestWays,
  type Flow,
  type FlowGraph,
  type LocatedBlock,
  type FlowSearch,
  messengerIssues,
  type FoundAt,
  type FoundIssue,
} from '../../engine/index.js';
import type { BotIssue } from '../../schema/botIssue.js';
import type { IssuePlace } from '../../schema/issuePlace.js';
import type { IssueFix } from '../../schema/issueFix.js';
import type { IssueWay } from '../../schema/issueWay.js';

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

/** Adds to issues of a flow the ways to them and their fixes, each found when it is asked for. */
export function withWaysAndFixes(
  graph: FlowGraph,
  revision: number | null,
): (issue: PlacedIssue) => BotIssue {
  const { flow } = graph;
  let ways: ReturnType<typeof shortestWays> | undefined;
  return (issue) => {
    const place = issue.blockId === null ? undefined : flow.block(issue.blockId);
    return {
      ...issue,
      get way() {
        return place ? wayTo(place, (ways ??= shortestWays(graph))) : null;
      },
      get fixes() {
        return fixesOf(flow, { ...issue, place }, revision);
      },
    };
  };
}

function wayTo(place: LocatedBlock, ways: ReturnType<typeof shortestWays>): IssueWay | null {
  const steps = ways(place)?.map(({ place: { group, block }, itemId, text }) => ({
    groupId: group.id,
    blockId: block.id,
    itemId: itemId ?? null,
    text: text ?? null,
  }));
  return steps ? { certainty: 'GUESSED', steps } : null;
}

function fixesOf(
  flow: Flow,
  issue: PlacedIssue & { readonly place: LocatedBlock | undefined },
  revision: number | null,
): IssueFix[] {
  const fix = fixOf(flow, issue);
  return fix ? [{ ...fix, revision }] : [];
}

/** The issues of what a search of a whole flow finds; undefined where a step ends. */
export function* searchIssues({ findings }: FlowSearch): Generator<PlacedIssue | undefined> {
  for (const found of findings) yield found && foundAt(found);
}

/** What the messenger of a bot shows otherwise than a page. */
export function* inMessenger(at: LocatedBlock): Generator<PlacedIssue> {
  for (const found of messengerIssues(at)) yield foundAt(found);
}

function foundAt({ code, place, itemId, path, about, related = [] }: FoundIssue): PlacedIssue {
  return issue(code, { ...place, itemId, path, related: related.map(relatedPlaceOf) }, about);
}

function relatedPlaceOf({ place: { group, block }, itemId }: FoundAt): IssuePlace {
  return { groupId: group.id, blockId: block.id, itemId: itemId ?? null };
}
