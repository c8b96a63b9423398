import { expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

const MARKUP = '"><img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';

const rich = (...children: unknown[]) => ({
  type: 'text',
  content: { richText: [{ type: 'p', children }] },
});

/** A flow in which every text is an attempt to run a script, and every name one that all objects have. */
const hostile: FlowSketch = {
  variables: { constructor: null, toString: null, [MARKUP]: null },
  groups: {
    [MARKUP]: [
      rich({ type: 'a', url: 'javascript:window.pwned=1', children: [{ text: MARKUP }] }),
      rich({ type: 'script', children: [{ text: 'window.pwned=1' }] }, { text: MARKUP }),
      { type: 'image', content: { url: 'javascript:window.pwned=1' } },
      ask('text input', 'constructor'),
      { type: 'Redirect', options: { url: 'javascript:window.pwned=1' } },
      say('{{constructor}}'),
    ],
  },
};

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  async function signedIn(): Promise<BrowserContext> {
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    return context;
  }

  /** Shows a screen, and expects that nothing of the bot ran as a script. */
  async function look(page: Page, path: string, text: string): Promise<void> {
    await page.goto(`${app().url}/console/${path}`);
    await page.getByText(text).locator('visible=true').first().waitFor();
    expect(await page.evaluate('window.pwned ?? frames[0]?.pwned')).toBeUndefined();
  }

  test('names, texts, links, answers and logs of strangers stay texts on every screen', async () => {
    const { workspace } = await bodyOf(rest.createWorkspace({ name: MARKUP }));
    const bot = botOf(hostile, { name: MARKUP });
    const { botId, publicId } = await publishIn(rest, workspace.id, bot);
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.continueChat({ sessionId, message: `=cmd() javascript:x ${MARKUP}` }));
    const { page, faults } = await browser.open(`${app().url}/console`, {
      context: await signedIn(),
    });
    page.setDefaultTimeout(9_000);
    await look(page, `w/${workspace.id}`, MARKUP);
    await look(page, `b/${botId}/flow`, 'onerror');
    await page.locator('.block').first().click();
    await page.getByRole('textbox', { name: 'Text' }).first().waitFor();
    for (const block of await page.locator('.block').all()) await block.click();
    await look(page, `b/${botId}/settings`, MARKUP);
    await look(page, `b/${botId}/versions`, '1');
    await look(page, `b/${botId}/results`, '=cmd()');
    await page.getByRole('row').last().getByRole('link').click();
    await page.getByRole('region', { name: 'Transcript' }).getByText('=cmd()').first().waitFor();
    await look(page, `w/${workspace.id}/settings/audit`, 'Audit log');
    await look(page, `w/${workspace.id}/inbox`, 'Unassigned');
    await look(page, `b/${botId}/try`, 'Restart');
    await page.getByRole('button', { name: 'Variables' }).click();
    expect(await page.getByLabel('constructor').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.frameLocator('iframe').getByRole('textbox').fill(MARKUP);
    await page.keyboard.press('Enter');
    await page.getByText('Turn 2').waitFor();
    expect(await page.evaluate('window.pwned ?? frames[0]?.pwned')).toBeUndefined();
    expect(faults.filter((fault) => !fault.includes('javascript:'))).toEqual([]);
  });

  test('a preview that leads to another page is started again', async () => {
    const site = await browser.siteWith('elsewhere');
    const flow: FlowSketch = {
      groups: { Start: [ask('text input'), { type: 'Redirect', options: { url: site } }] },
    };
    const workspaceId = await makeWorkspace(rest);
    const { botId } = await publishIn(rest, workspaceId, botOf(flow));
    const address = `${app().url}/console/b/${botId}/try`;
    const { page } = await browser.open(address, { context: await signedIn() });
    page.setDefaultTimeout(9_000);
    const chat = page.frameLocator('iframe[title=Chat]');
    await chat.getByRole('textbox').fill('on');
    await page.keyboard.press('Enter');
    await page.getByText('The chat has led to another page').waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('button', { name: 'Restart' }).click();
    await chat.getByRole('textbox').waitFor();
    await page.getByText('The chat has led to another page').waitFor({ state: 'detached' });
  });

  test('no text can become a script, no site can frame the console, and no page of it is kept by others', async () => {
    const answer = await fetch(`${app().url}/console`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const rule of [
      "script-src 'self';",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      expect(policy).toContain(rule);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    const { page } = await browser.open(`${app().url}/console//evil.example/%2e%2e//evil.example`);
    await page.getByText('Sign in to see your bots').waitFor();
    expect(new URL(page.url()).origin).toBe(app().url);
    const refused = await page.evaluate(
      `try { document.body.innerHTML = '<b>x</b>'; 'made' } catch (error) { error.name }`,
    );
    expect(refused).toBe('TypeError');
  });
});
