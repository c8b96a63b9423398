import type { NewBot } from './bot.js';
import type { FlowDefinition } from '../flow/flow.js';
import { unknownMembers } from './unknownMembers.js';

/**
 * The flow of a new bot, with defaults for what was left out: an empty graph whose start event, with the given id,
 * leads nowhere yet. Theme and settings stay sparse.
 */
export function newDefinition(sent: NewBot, startEventId: string): FlowDefinition {
  return {
    version: '6',
    events: sent.events ?? [{ id: startEventId, type: 'start', graphCoordinates: { x: 0, y: 0 } }],
    groups: sent.groups ?? [],
    edges: sent.edges ?? [],
    variables: sent.variables ?? [],
    theme: sent.theme ?? {},
    settings: sent.settings ?? {},
    ...unknownMembers(sent),
  };
}
