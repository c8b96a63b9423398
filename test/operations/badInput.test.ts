import { beforeAll, describe, expect, test } from '@jest/globals';
import { sumsOf } from '../support/rows.js';
import { transportNames, openTransport, refusalOf } from '../support/transports.js';
import { restOf, useApp } from '../support/useApp.js';
import { rowNames, rows } from './rows/index.js';
import type { Row } from './rows/row.js';
import { makeThings, type Fill } from './rows/things.js';

const app = useApp();
let fill: Fill;
beforeAll(async () => {
  fill = await makeThings(restOf(app), app().databaseUrl);
});

/** Faulty inputs, each with the expected reason and path. */
const cases = rowNames.flatMap((name) => {
  const { refuses = [] }: Row = rows[name];
  return refuses.map((refused) => [name, ...refused] as const);
});

describe.each(transportNames)('bad input over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const everything = () =>
    sumsOf(app().databaseUrl, [
      ...['bot', 'bot_change', 'workspace', 'folder', 'result', 'theme_template', 'credentials'],
    ]);
  let before: unknown;
  beforeAll(async () => {
    before = await everything();
  });

  test.each(cases)('%s refuses %j: %s', async (...refused) => {
    const [row, sent, reason, path] = refused;
    const refusal = await refusalOf(transport[row](await fill(sent)));
    expect(refusal).toMatchObject({ reason, message: expect.any(String) });
    const said = refusal.issues?.map((issue) => issue.path.join('.'));
    if (path !== undefined) expect(said).toContain(path);
    expect(JSON.stringify(refusal)).not.toMatch(/scalar|enum|nullable|GraphQL|variable "\$/);
  });

  test('changed nothing', async () => {
    expect(await everything()).toEqual(before);
  });
});
