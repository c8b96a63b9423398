// `npm run schema`: prints the public contracts, docs/schema.graphql and docs/openapi.json, from the code.
import { writeFileSync } from 'node:fs';
import { unhurried } from '../src/eventLoop/steps.js';
import { buildGatewaySchema } from '../src/graphql/execute.js';
import { describeApi } from '../src/rest/openapi.js';
import { routes } from '../src/rest/routes/index.js';
import { textOfSchema } from '../src/web/pages.js';
import { atRoot } from './root.mjs';

const schema = buildGatewaySchema();

writeFileSync(atRoot('docs/schema.graphql'), textOfSchema(schema));
const api = JSON.stringify(await unhurried(describeApi(schema, routes)), null, 2);
writeFileSync(atRoot('docs/openapi.json'), `${api}\n`);
