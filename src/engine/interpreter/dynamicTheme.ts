import type { Flows } from '../flow/flow.js';
import { publicFill } from './publicFill.js';
import type { TurnEvent } from '../reply/reply.js';
import type { Session } from './session.js';
import { ownFlow } from './turnState.js';

/**
 * Events with the addresses of a theme that begin with a template, filled in with current values; none when the theme
 * has no such address. The theme is that of the chat's own bot; values come from the bot the walk is in first.
 */
export function dynamicThemeEvents(flows: Flows, { stack }: Pick<Session, 'stack'>): TurnEvent[] {
  const templates = ownFlow({ flows, stack })?.dynamicAddresses ?? [];
  if (templates.length === 0) return [];
  const { fill } = publicFill(stack.toReversed());
  const filled = templates.map(([name, template]) => [name, fill(template)] as const);
  return [{ kind: 'dynamicTheme', dynamicTheme: Object.fromEntries(filled) }];
}
