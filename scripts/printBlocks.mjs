// `npm run blocks`: writes docs/blocks.md from the kinds of block themselves.
import { writeFileSync } from 'node:fs';
import { blocksPage } from '../src/cli/blocksPage.js';
import { atRoot } from './root.mjs';

writeFileSync(atRoot('docs/blocks.md'), `${blocksPage()}\n`);
