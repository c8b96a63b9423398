import { readFirst } from './app/ahead.js';
import { t } from './i18n/t.js';

// Once this file has run: a browser that is being measured says where each request began, and would parse the running file again for that.
queueMicrotask(readFirst);
// A file of its own: the first requests are on their way before it is parsed, and the page has two short tasks instead of a long one.
import('./app/show.js').catch(() => {
  const again = document.createElement('button');
  again.textContent = t('Load it again');
  again.onclick = () => location.reload();
  const words = document.createElement('p');
  words.append(t('The console cannot be shown'), ' ', again);
  document.querySelector('#console')?.replaceChildren(words);
});
