import type { ChatPage } from '../chat/openChat.js';
import { textIn } from './payload.js';

/** Protocols that lead to another page or program. Others, such as `javascript:`, could run code. */
const ALLOWED = /^(https?|mailto|tel|sms):/i;

/** Opens an address. A new tab that the browser does not allow is offered as a link; one that opens does not reach this page. */
export function redirect(payload: Readonly<Record<string, unknown>>, page: ChatPage): void {
  const url = textIn(payload['url']);
  if (!ALLOWED.test(url)) return;
  if (payload['isNewTab'] !== true) return window.location.assign(url);
  const opened = window.open(url, '_blank');
  if (opened) opened.opener = null;
  else page.show({ blockedLink: url });
}
