// `npm run settings`: writes the settings of src/config/environment.ts into .env.example and docs/settings.md, and the rate
// limits into their page.
import { readFileSync, writeFileSync } from 'node:fs';
import { envExample, settingsTable } from '../src/config/settingsPage.js';
import { rateRulesTable } from '../src/config/rateRules.js';
import { atRoot } from './root.mjs';

writeFileSync(atRoot('.env.example'), envExample());

const settings = atRoot('docs/settings.md');
const between = /(<!-- settings:begin -->\n)[\s\S]*?(<!-- settings:end -->)/;
const table = (_, begin, end) => `${begin}\n${settingsTable()}\n${end}`;
writeFileSync(settings, readFileSync(settings, 'utf8').replace(between, table));

const limits = atRoot('docs/rate-limits.md');
const limitsBetween = /(<!-- limits:begin -->\n)[\s\S]*?(<!-- limits:end -->)/;
const limitsTable = (_, begin, end) => `${begin}\n${rateRulesTable()}\n\n${end}`;
writeFileSync(limits, readFileSync(limits, 'utf8').replace(limitsBetween, limitsTable));
