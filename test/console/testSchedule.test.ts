import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { answerQuestion } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { until } from '../support/until.js';

const app = useApp({}, { timeouts: { workEvery: 20 } });
const rest = restOf(app);

describeInBrowser('on the tests screen', () => {
  const browser = useBrowser();

  test('an author lets the tests run each day, sees which fail on what is live, ends that, and deletes a test', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const name = 'A visitor is greeted';
    const now = '2026-05-01T12:00:00Z';
    const steps = [{ expect: { texts: ['Good day'] } }];
    await bodyOf(rest.createBotTest({ botId, test: { format: 1, name, now, seed: '1', steps } }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/tests`, {
      context,
    });
    const often = page.getByLabel('Run them on the published version');
    await often.selectOption({ label: 'every day' });
    await page.getByText('Next run:').waitFor();
    const stored = async () => (await bodyOf(rest.readTestSchedule({ botId }))).testSchedule;
    await until(async () => (await stored())?.ranAt);
    await page.reload();
    await page.getByText('0 passed, 1 failed.').waitFor();
    await page.getByText(`${name} ✗ failed`).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await often.selectOption({ label: 'only when asked' });
    await page.getByText('Next run:').waitFor({ state: 'detached' });
    expect(await stored()).toBe(null);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await answerQuestion(page, 'Delete');
    await page.getByText('None yet.').waitFor();
    expect(faults).toEqual([]);
  });
});
