import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';

const app = useApp();
const query = 'query ($flow: FlowOverride!) { flowIssues(flow: $flow) { level code message } }';
const check = (flow: object) =>
  queryGraphql(app().url, { query, variables: { flow } }, { token: null });

test('a flow is checked without a token and without being stored', async () => {
  const flow = { ...botOf(interview), version: '6' };
  expect(await check(flow)).toMatchObject({ data: { flowIssues: [] } });
  const { data } = await check({ ...flow, edges: [] });
  expect(data).toMatchObject({
    flowIssues: expect.arrayContaining([
      expect.objectContaining({ level: 'ERROR', code: 'EDGE_NOT_FOUND' }),
    ]),
  });
});

test('a file that is not a flow is refused with its place', async () => {
  const { errors } = await check({ version: '6', groups: 'none' });
  expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('flow.events') });
});
