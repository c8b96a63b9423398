import {
  fixOf,
  shortestWays,
  type Flow,
  type FlowGraph,
  type LocatedBlock,
} from '../../engine/index.js';
import type { BotIssue } from '../../schema/botIssue.js';
import type { IssueFix } from '../../schema/issueFix.js';
import type { IssueWay } from '../../schema/issueWay.js';
import type { PlacedIssue } from './issueAt.js';

/** Adds to issues of a flow the ways to them and their fixes, each found when it is asked for. */
export function wholeIssues(
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
