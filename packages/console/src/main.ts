import { readFirst } from './app/ahead.js';
import { t } from './i18n/t.js';

// Not while this file runs: to say where a request came from, a browser that is being measured would parse all of it again.
queueMicrotask(readFirst);
// A part of its own, so that what is read is on its way before that is parsed, and no task of the page is long.
import('./app/show.js').catch(() => {
  const again = document.createElement('button');
  again.textContent = t('Load it again');
  again.onclick = () => location.reload();
  const words = document.createElement('p');
  words.append(t('The console cannot be shown'), ' ', again);
  document.querySelector('#console')?.replaceChildren(words);
});
