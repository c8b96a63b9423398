// The script of the widget: makes <parley-chat> known, and puts one on the page for each script element with `data-bot`.
import { defineElement } from './element.js';

const server = new URL('.', import.meta.url).href.replace(/\/$/, '');
defineElement(server);

for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-bot]')) {
  if (script.src.split('?')[0] !== import.meta.url.split('?')[0] || script.dataset['done'])
    continue;
  script.dataset['done'] = 'true';
  const element = document.createElement('parley-chat');
  for (const { name, value } of script.attributes) {
    if (name.startsWith('data-') && name !== 'data-done')
      element.setAttribute(name.slice(5), value);
  }
  const isInline = (script.dataset['layout'] ?? 'inline') === 'inline';
  if (isInline) script.after(element);
  else document.body.append(element);
}
