import type { ChatOptions } from '../chat/chat.js';
import { recordOf, textIn } from './payload.js';
import { loadAnalytics, loadPixel } from './track.js';

/**
 * Adds what the settings of a bot want in every page of it: head code, tag manager, analytics and pixels. They are scripts of
 * others, so they are added only where code of the bot may run in the page.
 */
export function injectStartProps(
  payload: Readonly<Record<string, unknown>>,
  { scripts }: Pick<ChatOptions, 'scripts'>,
): void {
  if (scripts !== 'page') return;
  const { analyticsId, trackingPixelIds, tagManagerId, customHeadCode } = recordOf(payload);
  if (textIn(customHeadCode)) addHeadCode(textIn(customHeadCode));
  if (textIn(tagManagerId)) {
    const id = encodeURIComponent(textIn(tagManagerId));
    Object.assign(window, { dataLayer: [{ 'gtm.start': Date.now(), event: 'gtm.js' }] });
    addScript(`https://www.googletagmanager.com/gtm.js?id=${id}`);
  }
  if (textIn(analyticsId)) loadAnalytics(textIn(analyticsId));
  const pixels: readonly unknown[] = Array.isArray(trackingPixelIds) ? trackingPixelIds : [];
  for (const pixel of pixels) loadPixel(textIn(pixel));
}

/** Scripts that come as text do not run; each is made anew. */
function addHeadCode(code: string): void {
  const parsed = new DOMParser().parseFromString(`<head>${code}</head>`, 'text/html');
  for (const node of parsed.head.children) {
    const made = document.createElement(node.localName);
    for (const { name, value } of node.attributes) made.setAttribute(name, value);
    made.textContent = node.textContent;
    document.head.append(made);
  }
}

/** Loads a script into the page. */
export function addScript(src: string): void {
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
}
