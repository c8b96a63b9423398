import { readFirst } from './app/ahead.js';

// Not while this file runs: to say where a request came from, a browser that is being measured would parse all of it again.
queueMicrotask(readFirst);
// A part of its own, so that what is read is on its way before that is parsed, and no task of the page is long.
void import('./app/show.js');
