// `npm run blocks`: writes docs/blocks.md from the kinds of block themselves, and docs/credentials.md from their schema.
import { writeFileSync } from 'node:fs';
import { blocksPage } from '../src/cli/blocksPage.js';
import { credentialsPage } from '../src/cli/credentialsPage.js';
import { credentialsDataSchema } from '../src/schema/credentialsData.js';
import { atRoot } from './root.mjs';

writeFileSync(atRoot('docs/blocks.md'), `${blocksPage()}\n`);
writeFileSync(atRoot('docs/credentials.md'), `${credentialsPage(credentialsDataSchema)}\n`);
