import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { draftAt } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { partAt } from '../support/parts.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { useServer } from '../support/useServer.js';

const app = useApp({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
const rest = restOf(app);
const shop = useServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"plan":"Gold"}');
});

describeInBrowser('an author', () => {
  const browser = useBrowser();

  test('sends the request of a block once, and keeps a part of the response in a variable', async () => {
    const request = {
      type: 'webhook',
      options: { webhook: { url: 'http://10.0.0.1', method: 'GET' } },
    };
    const { botId } = await makePublished(
      rest,
      botOf({ groups: { Start: [{ ...request, type: 'Webhook' }] }, variables: { Plan: null } }),
    );
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    await signIntoBrowser(context, app());
    const address = `${app().url}/console/b/${botId}/flow?at=Start.1`;
    const { page, faults } = await browser.open(address, { context });
    page.setDefaultTimeout(20_000);
    const send = page.getByRole('button', { name: 'Send it now' });
    await send.click();
    await page.getByText('can allow a private host with OUTBOUND_ALLOWED_HOSTS').waitFor();
    expect(await page.getByText('Status 400').count()).toBe(0);
    // A click right after typing waits for the draft.
    await page.getByRole('textbox', { name: 'Address' }).fill(shop());
    await send.click();
    await page.getByText('Status 200').waitFor();
    const part = page.getByRole('button', { name: 'plan' });
    await part.click();
    const advice = page.getByText('data.plan is in the list above');
    await advice.waitFor();
    await page.locator('[role=combobox]:focus').waitFor();
    const saved = async () =>
      partAt(await draftAt(app(), botId), 'groups.0.blocks.0.options.responseVariableMapping');
    await eventually(async () => expect(await saved()).toMatchObject([{ bodyPath: 'data.plan' }]));
    const variable = page.getByRole('list', { name: 'Variables' }).getByText('Plan');
    // What the form says of the new entry moves what is below while it is dragged.
    await eventually(async () => {
      await part.dragTo(variable);
      expect(await page.getByText('data.plan is saved in Plan.').isVisible()).toBe(true);
    });
    const whole = [{ bodyPath: 'data.plan', variableId: expect.any(String) }];
    await eventually(async () => expect(await saved()).toMatchObject(whole));
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
