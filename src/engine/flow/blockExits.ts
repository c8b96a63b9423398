import { kindOf } from '../blocks/index.js';
import { isJsonRecord, recordsIn } from '../documents/jsonRecord.js';
import { THIS_BOT } from '../documents/optionMeaning.js';
import { loneName } from '../text/names.js';
import type { Flow, LocatedBlock } from './flow.js';
import { nextInGroup } from './nextInGroup.js';
import { edgeTarget, findTarget } from './position.js';
import { targetOf } from './reachableGroups.js';

/**
 * The exits of a block: through its items and their paths, and through the targets of its kind or the usual order. Each is the block it
 * leads to; undefined for one that leads to no block of the flow.
 */
export function exitPlaces(flow: Flow, place: LocatedBlock): (LocatedBlock | undefined)[] {
  const { block } = place;
  const places = kindOf(block.type).leadsTo?.(block) ?? [];
  const items = recordsIn(block['items']);
  const inner = [...items, ...items.flatMap((item) => recordsIn(item['paths']))];
  const own =
    places.length > 0
      ? places.map((one) => findTarget(flow, one))
      : [nextInGroup(place) ?? edgeTarget(flow, block.outgoingEdgeId)];
  const chosen = inner.map(({ outgoingEdgeId }) =>
    typeof outgoingEdgeId === 'string' ? edgeTarget(flow, outgoingEdgeId) : undefined,
  );
  return [...chosen, ...own];
}

/** Whether only the chat decides where a block leads: to another bot, back to a mark, or to a group that a variable names. */
export function leadsAnywhere(block: LocatedBlock['block']): boolean {
  const target = targetOf(block);
  if (target) return loneName(target.groupId) !== undefined;
  const { type, options } = block;
  const { botId } = isJsonRecord(options) ? options : {};
  return type === 'Return' || (type === 'Bot link' && botId !== THIS_BOT);
}
