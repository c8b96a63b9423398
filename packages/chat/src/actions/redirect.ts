import type { ChatPage } from '../chat/screen.js';
import { isLink } from '../isLink.js';
import { textIn } from '../json.js';

/** Opens an address. A new tab that the browser blocks is offered as a link; one that opens has no access to this page. */
export function redirect(payload: Readonly<Record<string, unknown>>, page: ChatPage): void {
  const url = textIn(payload['url']);
  if (!isLink(url)) return;
  if (payload['isNewTab'] !== true) return window.location.assign(url);
  const opened = window.open(url, '_blank');
  if (opened) opened.opener = null;
  else page.show({ blockedLink: url });
}
