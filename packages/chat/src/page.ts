// The script of a bot's own page: a chat that fills it, started with the variables in the address of the page.
import { defineElement } from './element.js';

const place = document.querySelector('parley-chat');
if (place) {
  const query = new URLSearchParams(location.search);
  // The server refuses a variable of this name, and would start no chat.
  query.delete('__proto__');
  place.setAttribute('variables', JSON.stringify(Object.fromEntries(query)));
  if (place.getAttribute('hides-query') !== 'false' && location.search !== '') {
    history.replaceState(null, '', location.pathname);
  }
  defineElement(import.meta.url);
}
