import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { ACCOUNT, lineOf, tell, told, useMeta } from '../support/metaServer.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { until } from '../support/until.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const meta = useMeta();
const app = useApp(
  {
    SECRET_KEY: 'the-key-of-the-channels-of-tests',
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    get VENDOR_ADDRESSES() {
      return `meta=${meta.url()}/v25.0`;
    },
  },
  { timeouts: { workEvery: 50 } },
);
const rest = restOf(app);

describeInBrowser('in the settings of a workspace', () => {
  const browser = useBrowser();

  test('a person connects a number of WhatsApp step by step, and sees what Meta does as it happens', async () => {
    const workspaceId = await makeWorkspace(rest);
    const settings = { typingEmulation: { enabled: false } };
    const bot = { ...botOf({ groups: { Start: [say('Welcome')] }, settings }), name: 'Shop' };
    const { id: botId } = (await bodyOf(rest.createBot({ workspaceId, bot }))).bot;
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const address = `${app().url}/console/w/${workspaceId}/settings/channels`;
    const { page, faults } = await browser.open(address, { context });
    await page.getByText('No number is connected').waitFor();
    await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
    await page.getByRole('combobox', { name: 'Service' }).selectOption({ index: 0 });
    await page.getByLabel('Name', { exact: true }).fill('Our number');
    await page.getByLabel('System user access token').fill(ACCOUNT.systemUserAccessToken);
    await page.getByLabel('Phone number ID').fill(ACCOUNT.phoneNumberId);
    await page.getByLabel('App secret').fill(ACCOUNT.appSecret);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('button', { name: 'Test Our number' }).click();
    await page.getByText('the number is +1 555-010-0001, Corner shop').waitFor();
    await page.getByText('Waiting for Meta to verify the address').waitFor();
    await page.getByRole('button', { name: 'Make a verify token' }).click();
    const valueOf = async (name: string) =>
      page.getByRole('textbox', { name, exact: true }).inputValue();
    const [webhook, token] = [await valueOf('Callback URL'), await valueOf('Verify token')];
    const verify = async (mine: string) => {
      const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '42', 'hub.verify_token': mine };
      return fetch(`${webhook}?${new URLSearchParams(asked)}`);
    };
    await verify('another');
    await page.getByText('with another verify token').waitFor();
    expect((await verify(token)).status).toBe(200);
    await page.getByText('✓ Meta verified the address').waitFor();

    await page.getByRole('button', { name: 'Let Shop answer' }).click();
    await page.getByText('Not published: it does not answer yet').waitFor();
    const form = page.getByRole('form', { name: 'Which first messages Shop answers' });
    await form.getByRole('combobox').selectOption('Contains');
    await form.getByRole('textbox').fill('hello');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await bodyOf(rest.publishBot({ botId }));
    await page.getByText('It answers', { exact: true }).waitFor();
    const text = { from: '33612345678', id: 'wamid.1', type: 'text', text: { body: 'Hello you' } };
    expect(await tell(webhook, told({ messages: [text] }))).toBe(200);
    await until(() => meta.messages().length > 0);
    expect(meta.messages().map(lineOf)).toEqual(['Welcome']);
    await page.getByText('Last message').waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'All channels' }).click();
    await page.getByText('Bots: Shop').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show Our number' }).click();
    await page.getByRole('button', { name: 'Remove Shop' }).click();
    await page.getByRole('button', { name: 'Let Shop answer' }).waitFor();
    expect(faults).toEqual([]);
  });
});
