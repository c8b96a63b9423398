// The script of the widget: defines <parley-chat>, and adds one to the page for each script element with `data-bot`.
import { defineElement } from './element.js';

export { program } from './program.js';

const own = import.meta.url.split('?')[0];

/** Adds a chat to the page for each script element with `data-bot` that has none yet. */
function placeChats(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-bot]')) {
    if (script.src.split('?')[0] !== own || script.dataset['done']) continue;
    script.dataset['done'] = 'true';
    const element = elementFor(script);
    const isInline = (script.dataset['layout'] ?? 'inline') === 'inline';
    // Elements in the head are not shown.
    if (isInline && script.parentElement !== document.head) script.after(element);
    else if (isInline) document.body.append(element);
    // Beside the body: sites that go from page to page without loading one put another body in its place.
    else document.documentElement.append(element);
  }
}

function elementFor({ attributes, src }: HTMLScriptElement): HTMLElement {
  const element = document.createElement('parley-chat');
  // The script of another server may have defined the element.
  element.setAttribute('server', new URL('.', src).href);
  for (const { name, value } of attributes) {
    if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
  }
  return element;
}

defineElement(import.meta.url);
placeChats();
// With `async`, the script may run before the rest of the page is parsed.
document.addEventListener('DOMContentLoaded', placeChats);
