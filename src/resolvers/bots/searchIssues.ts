import {
  flowSearch,
  messengerIssues,
  type LocatedBlock,
  type Flow,
  type FoundAt,
  type FoundIssue,
} from '../../engine/index.js';
import type { BotIssue } from '../../schema/botIssue.js';
import type { IssuePlace } from '../../schema/issuePlace.js';
import { issue } from './issueAt.js';

/** The issues that a search of a whole flow finds; undefined where a step ends. */
export function* searchIssues(flow: Flow): Generator<BotIssue | undefined> {
  const { findings } = yield* flowSearch(flow);
  for (const found of findings) yield found && foundAt(found);
}

/** What the messenger of a bot shows otherwise than a page. */
export function* inMessenger(at: LocatedBlock): Generator<BotIssue> {
  for (const found of messengerIssues(at)) yield foundAt(found);
}

function foundAt({ code, place, itemId, path, about, related = [] }: FoundIssue): BotIssue {
  return issue(code, { ...place, itemId, path, related: related.map(placeOf) }, about);
}

function placeOf({ place: { group, block }, itemId }: FoundAt): IssuePlace {
  return { groupId: group.id, blockId: block.id, itemId: itemId ?? null };
}
