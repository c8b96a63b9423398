// `npm run blocks`: writes docs/blocks.md from the kinds of block themselves, docs/credentials.md from their schema, and docs/flow-issues.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { blocksPage } from '../src/cli/blocksPage.js';
import { credentialsPage } from '../src/cli/credentialsPage.js';
import { flowIssuesPage } from '../src/cli/flowIssuesPage.js';
import { credentialsDataSchema } from '../src/schema/credentialsData.js';
import { atRoot } from './root.mjs';

writeFileSync(atRoot('docs/blocks.md'), `${blocksPage()}\n`);
writeFileSync(atRoot('docs/credentials.md'), `${credentialsPage(credentialsDataSchema)}\n`);
const pairs = JSON.parse(readFileSync(atRoot('docs/flow-issues.json'), 'utf8'));
writeFileSync(atRoot('docs/flow-issues.md'), `${flowIssuesPage(pairs)}\n`);
