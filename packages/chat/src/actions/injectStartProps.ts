import type { ChatOptions } from '../chat/chat.js';
import { isFirst } from './isFirst.js';
import { recordOf, textIn } from '../json.js';
import { loadAnalytics, loadPixel, loadTagManager } from './track.js';

/**
 * Adds to the page what the settings of the bot name: head code, tag manager, analytics and pixels, each once. They run scripts, so
 * they are added only where code of the bot may run in the page.
 */
export function injectStartProps(
  payload: Readonly<Record<string, unknown>>,
  { scripts }: Pick<ChatOptions, 'scripts'>,
): void {
  if (scripts !== 'page') return;
  const { analyticsId, trackingPixelIds, tagManagerId, customHeadCode } = recordOf(payload);
  const headCode = textIn(customHeadCode);
  if (headCode && isFirst(headCode)) addHeadCode(headCode);
  loadTagManager(textIn(tagManagerId));
  loadAnalytics(textIn(analyticsId));
  const pixels: readonly unknown[] = Array.isArray(trackingPixelIds) ? trackingPixelIds : [];
  for (const pixel of pixels) loadPixel(textIn(pixel));
}

/** Creates each element again, because scripts that were parsed from a text do not run. */
function addHeadCode(code: string): void {
  const parsed = new DOMParser().parseFromString(`<head>${code}</head>`, 'text/html');
  for (const node of parsed.head.children) {
    const made = document.createElement(node.localName);
    for (const { name, value } of node.attributes) made.setAttribute(name, value);
    made.textContent = node.textContent;
    document.head.append(made);
  }
}
