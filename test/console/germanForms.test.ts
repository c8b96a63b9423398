import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { texts } from '../../packages/console/src/i18n/forms/de.js';
import { kinds } from '../../packages/console/src/i18n/kinds/de.js';
import { botOf } from '../support/botOf.js';
import { draftAt } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { recordsAt } from '../support/parts.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

/** The English texts that German has other words for. */
const english = new Set(
  Object.entries({ ...texts, ...kinds }).flatMap(([text, own]) =>
    own === text ? [] : [text.replaceAll('`', '')],
  ),
);

/** Opens all that is folded in a form; gives the texts that it shows. */
async function textsOf(page: Page, form: string): Promise<readonly string[]> {
  await page.locator(form).waitFor({ state: 'attached' });
  const read = `(async () => {
    const form = document.querySelector(${JSON.stringify(form)});
    for (let folded; (folded = form.querySelector('details:not([open]) > summary')); ) {
      folded.click();
      await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done));
    }
    return [...form.querySelectorAll('label, legend, summary, option, button, .help, .unit, .radios span')]
      .flatMap((part) => part.matches('.help')
        ? [part.textContent]
        : [...part.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data))
      .map((text) => text.trim());
  })()`;
  return page.evaluate<string[]>(read);
}

describeInBrowser('for a person whose browser speaks German', () => {
  const browser = useBrowser();

  test('forms of blocks, of the theme and of credentials and the problems of a flow are in German', async () => {
    const workspaceId = await makeWorkspace(rest);
    const condition = { comparisons: [{ id: 'c', comparisonOperator: 'Contains', value: 'x' }] };
    const items = [{ id: 'i', content: 'Ja', displayCondition: { isEnabled: true, condition } }];
    const hours = [{ days: 'Monday' }];
    const bot = botOf({
      variables: { Alter: null },
      groups: {
        Anfang: [
          { type: 'choice input', items },
          { type: 'Set variable', options: { type: 'Random ID' } },
          {
            type: 'Webhook',
            options: { webhook: { headers: [{ id: 'h', key: 'a', value: 'b' }] } },
          },
          { type: 'openai', options: { action: 'Ask Model' } },
          { type: 'Human handover', options: { hours } },
        ],
      },
    });
    const { id: botId } = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot;
    const context = await browser.openContext({ locale: 'de-DE' });
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/flow`, {
      context,
    });
    const inspector = page.getByRole('complementary', { name: 'Eigenschaften' });
    await inspector
      .getByText(/^Gruppe „Anfang“, Block 2 \(Variable setzen\): Keine Variable/)
      .waitFor();
    await inspector.getByRole('button', { name: 'Beheben: Den Block entfernen' }).waitFor();
    const found: Record<string, readonly string[]> = {};
    const code: string[] = [];
    const note = (name: string, said: readonly string[]): void => {
      expect([name, said.length > 5]).toEqual([name, true]);
      expect([name, said.filter((text) => text.includes('`'))]).toEqual([name, []]);
      found[name] = said.filter((text) => english.has(text));
    };
    const blocks = recordsAt({ groups: await draftAt(app(), botId, 'groups') }, 'groups.0.blocks');
    const names = ['Knöpfe', 'Variable setzen', 'HTTP-Anfrage', 'OpenAI', 'Übergabe an Menschen'];
    for (const [place, name] of names.entries()) {
      await page.evaluate(`history.replaceState(null, '', '?at=${String(blocks[place]?.['id'])}')`);
      await inspector.getByRole('heading', { name, exact: true }).waitFor();
      note(name, await textsOf(page, '.inspector form[aria-busy=false]'));
      code.push(...(await inspector.locator('.help code').allTextContents()));
    }
    expect(code).toContain('Authorization: Basic user:password');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Design' }).click();
    note('theme', await textsOf(page, '.setup .form'));
    await page.goto(`${app().url}/console/w/${workspaceId}/settings/credentials`);
    const choice = page.getByRole('combobox', { name: 'Neue Zugangsdaten' });
    await choice.locator('option', { hasText: 'Mailserver' }).waitFor({ state: 'attached' });
    note('types', await choice.locator('option').allTextContents());
    await choice.selectOption('Mailserver');
    await page.getByRole('dialog').getByText('Absender').waitFor();
    note('credentials', await textsOf(page, 'dialog form'));
    expect(Object.entries(found).filter(([, texts]) => texts.length > 0)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
