import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import {
  DEFAULT_TEXT_LANGUAGES,
  languageName,
} from '../../packages/console/src/languages/languageName.js';
import { defaultTexts } from '../../src/engine/translations/defaultTexts.js';
import { createHttp } from '../../src/integrations/http.js';
import { botOf, interview } from '../support/botOf.js';
import { answerQuestion, draftAt, saysIn } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { useModel } from '../support/modelServer.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { eventually } from '../support/until.js';

const model = useModel();
const app = useApp({}, { http: createHttp({ allowedHosts: ['127.0.0.1'] }) });
const rest = restOf(app);
const WELCOME = '/blocks/Start.1/content/richText';
const THANKS = '/blocks/Start.5/content/richText';

test('a language is named also where its tag has an extension', () => {
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese (pt-BR)');
  expect(languageName('de-u-co-phonebk')).toBe('German (de-u-co-phonebk)');
});

test('an author can choose every language that has default texts', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  expect(codes.filter((code) => defaultTexts(code).size > 0)).toEqual(DEFAULT_TEXT_LANGUAGES);
});

describeInBrowser('the languages of a bot', () => {
  const browser = useBrowser();

  test('an author adds German, translates by hand and with a file, tries it, and removes it', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const context = await browser.openContext({ viewport: { width: 1280, height: 800 } });
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/languages`, {
      context,
    });
    const german = async () => draftAt(app(), botId, 'translations.languages.de');
    await page.getByText('This bot speaks one language.').waitFor();
    await page.getByLabel('The bot is written in').selectOption('French (fr)');
    await eventually(async () =>
      expect(await draftAt(app(), botId, 'translations.base')).toBe('fr'),
    );
    await page.getByLabel('The bot is written in').selectOption('English (en)');
    await page.getByLabel('New language').fill('German');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('New language').fill('de');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Written in English (en).').waitFor();

    await page.getByLabel('Texts').selectOption('Missing, stale or faulty');
    const row = page.getByRole('row', { name: 'Welcome!' });
    await page.route('**/graphql', async (route) =>
      route.request().postData()?.includes('mutation SetTranslations') === true
        ? route.fulfill({ json: { errors: [{ message: 'Try again later' }] } })
        : route.fallback(),
    );
    await row.getByRole('textbox').fill('Willkommen');
    await page.keyboard.press('Tab');
    await row.getByText('Try again later').waitFor();
    await page.unroute('**/graphql');
    await row.getByRole('textbox').focus();
    await page.keyboard.press('Tab');
    await row.waitFor({ state: 'detached' });
    expect(await german()).toMatchObject({ [WELCOME]: { text: 'Willkommen' } });
    // A colleague writes it otherwise, which stays when the row is shown again.
    const texts = [{ path: WELCOME, text: 'Willkommen!' }];
    await bodyOf(rest.setTranslations({ botId, language: 'de', texts }));
    const greeting = page.getByRole('row', { name: 'how old are you?' });
    await greeting.getByRole('textbox').fill('Wie alt?');
    await page.reload();
    await greeting.getByText('Faulty').waitFor();
    expect(await greeting.getByRole('textbox').inputValue()).toBe('Wie alt?');
    await page.getByLabel('Texts').selectOption('Missing, stale or faulty');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('Sketch.de.csv');
    expect(await readFile(await file.path(), 'utf8')).toContain(
      `"${WELCOME}","Welcome!","Willkommen!"`,
    );
    const content = `path,source,text\n${THANKS},Thanks {{Name}}.,Danke {{Name}}.\n/gone,x,y\n`;
    await page
      .getByLabel('Import a file')
      .setInputFiles({ ...{ name: 'de.csv', mimeType: 'text/csv', buffer: Buffer.from(content) } });
    await page.getByText('Translations stored: 1').waitFor();
    await page.getByText('/gone').waitFor();
    await page.getByLabel('Texts').selectOption('All texts');
    await page.getByRole('row', { name: 'Thanks {{Name}}.' }).getByText('Translated').waitFor();

    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const tabs = await page.locator('.botBar nav a').last().boundingBox();
    expect((tabs?.x ?? 390) + (tabs?.width ?? 390)).toBeLessThanOrEqual(390);

    await page.getByRole('link', { name: 'Try in this language' }).click();
    await saysIn(page, 'Willkommen!');
    await page.getByRole('link', { name: 'Languages' }).click();
    await page.getByRole('button', { name: 'Remove …' }).click();
    await answerQuestion(page, 'Remove');
    await page.getByText('This bot speaks one language.').waitFor();
    await eventually(async () => expect(await german()).toBeUndefined());
    expect(faults).toEqual([]);
  });

  test('an author lets a model draft, reads what was refused, and accepts a draft', async () => {
    const { botId, workspaceId } = await makePublished(rest, botOf(interview));
    const data = { apiKey: 'sk-1', baseUrl: model.url() };
    const credentials = { type: 'openai', name: 'Our models', data };
    await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
    const texts = [{ path: THANKS, text: 'Danke {{Name}}.' }];
    await bodyOf(rest.setTranslations({ botId, language: 'de', baseLanguage: 'en', texts }));
    const context = await browser.openContext({ viewport: { width: 1280, height: 800 } });
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/languages`, {
      context,
    });
    const options = [{ __typename: 'FieldOption', value: 'small', label: 'Small', price: null }];
    const models = { __typename: 'FieldOptions', options, error: null };
    await page.route('**/graphql', async (route) =>
      route.request().postData()?.includes('query FieldOptions') === true
        ? route.fulfill({ json: { data: { fieldOptions: models } } })
        : route.fallback(),
    );
    await page.getByText('Draft by AI').click();
    await page.getByLabel('Model', { exact: true }).fill('small');
    await page.locator('datalist option').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Write drafts' }).click();
    const asked = await model.next();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    asked.say(JSON.stringify({ 1: 'Willkommen!', 2: 'Wie alt?' }));
    asked.end();
    await page.getByText('Drafted: 1. Left: 0.').waitFor();
    await page.getByText('{{Name}} is missing').waitFor();
    const row = page.getByRole('row', { name: 'Welcome!' });
    await row.getByText('Draft').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Accept' }).click();
    await row.getByText('Translated').waitFor();
    expect(await draftAt(app(), botId, 'translations.languages.de')).toMatchObject({
      [WELCOME]: { text: 'Willkommen!' },
    });
    expect(faults).toEqual([]);
  });
});
