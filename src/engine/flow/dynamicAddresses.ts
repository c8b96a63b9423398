import type { Theme } from '../documents/theme.js';

/** The addresses of a theme that begin with a template, by their names in the reply. */
export function dynamicAddresses({ general, chat }: Theme): (readonly [string, string])[] {
  const addresses = [
    ['hostAvatarUrl', avatarUrl(chat?.hostAvatar, true)],
    ['guestAvatarUrl', avatarUrl(chat?.guestAvatar, false)],
    ['backgroundUrl', general?.background?.content],
  ] as const;
  return addresses.flatMap(([name, url]) => (url?.startsWith('{{') ? [[name, url] as const] : []));
}

type Avatar = NonNullable<Theme['chat']>['hostAvatar'];

/** The host's avatar is shown unless it is switched off; the guest's is hidden unless it is switched on. */
function avatarUrl(avatar: Avatar, isOnByDefault: boolean): string | undefined {
  return (avatar?.isEnabled ?? isOnByDefault) ? avatar?.url : undefined;
}
