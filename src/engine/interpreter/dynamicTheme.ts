import type { Flow, Flows } from '../flow/flow.js';
import { oncePer } from '../documents/oncePer.js';
import { publicFill } from './publicFill.js';
import type { TurnEvent } from '../reply/reply.js';
import type { Session } from './session.js';
import type { Theme } from '../documents/theme.js';
import { ownFlow } from './turnState.js';

/**
 * Events with the addresses of a theme that begin with a template, filled in with current values; none when the theme
 * has no such address. The theme is that of the chat's own bot; values come from the bot the walk is in first.
 */
export function dynamicThemeEvents(flows: Flows, { stack }: Pick<Session, 'stack'>): TurnEvent[] {
  const own = ownFlow({ flows, stack });
  const templates = own ? templatesOf(own) : [];
  if (templates.length === 0) return [];
  const { fill } = publicFill(stack.toReversed());
  const filled = templates.map(([name, template]) => [name, fill(template)] as const);
  return [{ kind: 'dynamicTheme', dynamicTheme: Object.fromEntries(filled) }];
}

/** The addresses of a theme that begin with a template, by their names in the reply. */
const templatesOf = oncePer(({ definition }: Flow): (readonly [string, string])[] => {
  const { general, chat } = definition.theme;
  const addresses = [
    ['hostAvatarUrl', avatarUrl(chat?.hostAvatar, true)],
    ['guestAvatarUrl', avatarUrl(chat?.guestAvatar, false)],
    ['backgroundUrl', general?.background?.content],
  ] as const;
  return addresses.flatMap(([name, url]) => (url?.startsWith('{{') ? [[name, url] as const] : []));
});

type Avatar = NonNullable<Theme['chat']>['hostAvatar'];

/** The host's avatar is shown unless it is switched off; the guest's is hidden unless it is switched on. */
function avatarUrl(avatar: Avatar, isOnByDefault: boolean): string | undefined {
  return (avatar?.isEnabled ?? isOnByDefault) ? avatar?.url : undefined;
}
