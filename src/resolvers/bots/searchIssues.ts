import {
  type FlowSearch,
  messengerIssues,
  type LocatedBlock,
  type FoundAt,
  type FoundIssue,
} from '../../engine/index.js';
import type { IssuePlace } from '../../schema/issuePlace.js';
import { issue, type PlacedIssue } from './issueAt.js';

/** The issues of what a search of a whole flow finds; undefined where a step ends. */
export function* searchIssues({ findings }: FlowSearch): Generator<PlacedIssue | undefined> {
  for (const found of findings) yield found && foundAt(found);
}

/** What the messenger of a bot shows otherwise than a page. */
export function* inMessenger(at: LocatedBlock): Generator<PlacedIssue> {
  for (const found of messengerIssues(at)) yield foundAt(found);
}

function foundAt({ code, place, itemId, path, about, related = [] }: FoundIssue): PlacedIssue {
  return issue(code, { ...place, itemId, path, related: related.map(placeOf) }, about);
}

function placeOf({ place: { group, block }, itemId }: FoundAt): IssuePlace {
  return { groupId: group.id, blockId: block.id, itemId: itemId ?? null };
}
