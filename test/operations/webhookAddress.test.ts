import { expect, test } from '@jest/globals';
import { recordAt, textAt } from '../support/parts.js';
import { queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const PUBLIC = 'https://not-there-yet.example.com/hook';

async function send(name: 'createWebhook' | 'updateWebhook', input: Shown): Promise<Shown> {
  const type = name === 'createWebhook' ? 'CreateWebhookInput' : 'UpdateWebhookInput';
  const query = `mutation ($input: ${type}!) {
    done: ${name}(input: $input) { webhook { id url } userErrors { code reason message path } } }`;
  const { data, errors } = await queryGraphql(app().url, { query, variables: { input } });
  return data ? recordAt(data, 'done') : { errors };
}

const create = async (url: string): Promise<Shown> =>
  send('createWebhook', { workspaceId: await makeWorkspace(restOf(app)), url, eventTypes: [] });

test.each([
  ['a private address', 'http://10.0.0.1/hook'],
  ['this machine', 'http://[::1]:8080/hook'],
  ['this machine in another spelling', 'http://0x7f000001/hook'],
  ['the metadata of a cloud', 'http://169.254.169.254/latest'],
  ['a name of a private network', 'https://db.internal/hook'],
  ['a name that DNS cannot hold', `https://${'a'.repeat(64)}.example/hook`],
  ['a port of a mail server', 'https://example.com:25/hook'],
])('a webhook at %s is refused: no event could ever be sent there', async (_what, url) => {
  const message = expect.stringMatching(/^No event can be sent to this address: /);
  const fault = { code: 'BAD_REQUEST', reason: 'URL_REFUSED', message, path: ['url'] };
  const refused = { webhook: null, userErrors: [fault] };
  expect(await create(url)).toMatchObject(refused);
  const webhookId = textAt(await create(PUBLIC), 'webhook.id');
  expect(await send('updateWebhook', { webhookId, url })).toMatchObject(refused);
  expect(await send('updateWebhook', { webhookId })).toMatchObject({ webhook: { url: PUBLIC } });
});

test.each(['ftp://example.com/hook', 'https://ada:secret@example.com/hook', 'https://', 'hook'])(
  'a webhook at %s is refused: that is no address of a receiver',
  async (url) => {
    const [fault] = [(await create(url))['userErrors'] ?? []].flat();
    expect(fault).toMatchObject({ code: 'BAD_REQUEST', reason: 'VALIDATION' });
  },
);

test('a webhook at a name is accepted: where a name leads is looked at when an event is sent', async () => {
  expect(await create(PUBLIC)).toMatchObject({ webhook: { url: PUBLIC }, userErrors: [] });
});
