import { beforeAll, expect, test } from '@jest/globals';
import { routes } from '../../src/rest/routes/index.js';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { rowNames, rows } from '../operations/rows/index.js';
import { queryGraphql, bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { fc } from '../support/properties.js';
import { recordAt } from '../support/parts.js';

const app = useApp();
const RUNS = 150;

/** Ids that exist, so that requests pass the first check. */
const known: string[] = [];
beforeAll(async () => {
  const transport = restOf(app);
  const { botId, publicId, workspaceId } = await makePublished(transport, botOf(parrot));
  const { sessionId, resultId } = await bodyOf(transport.startChat({ publicId }));
  known.push(botId, publicId, workspaceId, sessionId, resultId);
});

const id = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 4 }).map((index) => known[index] ?? '') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
);
const words = [
  'bot',
  'workspaceId',
  'message',
  'name',
  'groups',
  'blocks',
  'type',
  'text',
  'theme',
];
const moreWords = ['settings', 'version', 'startFrom', 'prefilledVariables', 'label', 'resultId'];
const key = fc.oneof(fc.constantFrom(...words, ...moreWords), fc.string({ unit: 'binary' }));

/** Random JSON, often with names that the API uses. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('6', '', '\ud800'), id),
    fc.oneof(fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));
const members = fc.dictionary(key, value, { maxKeys: 5 });
const query = fc.array(
  fc.tuple(
    fc.constantFrom('limit', 'cursor', 'timeFilter', 'timeZone', 'hasStarted', 'other'),
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer().map(String),
      fc.constantFrom('true', 'UTC'),
    ),
  ),
  { maxLength: 4 },
);

test('no request to an endpoint causes an internal error', async () => {
  const request = fc.record({
    route: fc.constantFrom(...routes),
    ids: fc.array(id, { minLength: 2, maxLength: 2 }),
    query,
    body: fc.oneof(members, value),
  });
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const left = [...sent.ids];
      const path = sent.route.path.replaceAll(/\{\w+\}/g, () => encode(left.pop() ?? ''));
      const isGet = sent.route.method === 'get';
      const search = new URLSearchParams(sent.query);
      const response = await fetch(`${app().url}/api${path}?${search}`, {
        method: sent.route.method.toUpperCase(),
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        ...(!isGet && { body: JSON.stringify(sent.body) }),
      });
      const answer: unknown = await response.json();
      expect(response.status).toBeLessThan(500);
      if (response.ok) return;
      expect(Object.keys(recordAt(answer))).toEqual(
        expect.arrayContaining(['message', 'code', 'reason', 'requestId']),
      );
    }),
    { numRuns: RUNS },
  );
});

test('no variables cause an internal error', async () => {
  const documents = rowNames.map((name) => rows[name].graphql);
  const names = [
    'botId',
    'resultId',
    'limit',
    'cursor',
    'timeFilter',
    'timeZone',
    'publicId',
    'sessionId',
  ];
  const variables = fc.dictionary(
    fc.constantFrom('input', ...names),
    fc.oneof(
      id,
      value,
      fc.dictionary(fc.oneof(key, fc.constantFrom(...names)), fc.oneof(id, value)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...documents), variables, async (document, sent) => {
      const { errors = [] } = await queryGraphql(app().url, { query: document, variables: sent });
      expect(errors.map(({ extensions }) => extensions['reason'])).not.toContain('INTERNAL');
    }),
    { numRuns: RUNS },
  );
});

/** An address cannot contain half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, 'dot');
}
