import { isJsonRecord } from '../documents/jsonRecord.js';
import { THIS_BOT } from '../documents/optionMeaning.js';
import { exitPlaces, leadsAnywhere } from './blockExits.js';
import { waits } from './circles.js';
import type { Flow, LocatedBlock } from './flow.js';
import { edgeTarget, findTarget } from './position.js';

/** Where a link to another bot leads: the group of it to begin with, or its start where that is empty. */
export interface LinkTarget {
  readonly botId: string;
  readonly groupId: string;
}

/** Where a link to another bot leads; undefined for other blocks, and for links of which only the chat decides that. */
export function linkTarget({ type, options }: LocatedBlock['block']): LinkTarget | undefined {
  if (type !== 'Bot link' || !isJsonRecord(options)) return undefined;
  const { botId, groupId = '' } = options;
  const isKnown = typeof botId === 'string' && botId !== '' && botId !== THIS_BOT;
  const isFixed = typeof groupId === 'string' && !groupId.includes('{{');
  return isKnown && isFixed ? { botId, groupId } : undefined;
}

/**
 * The links to other bots that chats come to from a group of a flow, or from its start where that is empty, before anything else: undefined
 * where a chat may end, wait for somebody, or go where only it decides.
 */
export function linksAtOnce(flow: Flow, groupId: string): readonly LinkTarget[] | undefined {
  const first = firstOf(flow, groupId);
  const links: LinkTarget[] = [];
  const seen = new Map([[first?.block, first]]);
  // A map is gone through in the order in which it is filled, also while it is.
  for (const place of seen.values()) {
    const link = place && linkTarget(place.block);
    if (link) links.push(link);
    else if (!place || waits(place.block) || leadsAnywhere(place.block)) return undefined;
    else for (const exit of exitPlaces(flow, place)) seen.set(exit?.block, exit);
  }
  return links;
}

function firstOf(flow: Flow, groupId: string): LocatedBlock | undefined {
  if (groupId !== '') return findTarget(flow, { groupId });
  const [start] = flow.definition.events;
  return edgeTarget(flow, start.outgoingEdgeId);
}
