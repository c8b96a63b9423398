// The script of the widget: makes <parley-chat> known, and puts one on the page for each script element with `data-bot`.
import { defineElement } from './element.js';

const own = import.meta.url.split('?')[0];

/** Puts a chat on the page for each script element that asks for one and has none yet. */
function placeChats(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-bot]')) {
    if (script.src.split('?')[0] !== own || script.dataset['done']) continue;
    const element = document.createElement('parley-chat');
    for (const { name, value } of script.attributes) {
      if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
    }
    script.dataset['done'] = 'true';
    const isInline = (script.dataset['layout'] ?? 'inline') === 'inline';
    // What stands in the head is not shown.
    if (isInline && script.parentElement !== document.head) script.after(element);
    else document.body.append(element);
  }
}

defineElement(import.meta.url);
placeChats();
// With `async`, the script may run before the rest of the page is there.
document.addEventListener('DOMContentLoaded', placeChats);
