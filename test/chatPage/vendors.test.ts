import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { widgetScript } from '../support/widgetHtml.js';

const variables = { X: null, Name: 'Ada' };

/** Fakes of the scripts of vendors, which record their calls. */
const vendors: Readonly<Record<string, string>> = {
  'app.chatwoot.com': `
    const tell = (...call) => (window.told ??= []).push(['chatwoot', ...call]);
    window.chatwootSDK = { run: ({ websiteToken }) => {
      tell('run', websiteToken);
      window.$chatwoot = {
        setUser: (id) => tell('user', id),
        setCustomAttributes: () => tell('attributes'),
        toggle: (state) => tell(state),
      };
      dispatchEvent(new Event('chatwoot:ready'));
    } };`,
  'static.zdassets.com': `window.zE = (...call) => (window.told ??= []).push(['zendesk', ...call]);`,
};

/** The hosts in the flow. */
const HOSTS = [
  'app.cal.com',
  'app.chatwoot.com',
  'connect.facebook.net',
  'heads.example.com',
  'static.zdassets.com',
  'www.googletagmanager.com',
];

describeInBrowser('an action of a flow', () => {
  const app = useApp({ PUBLIC_URL: 'https://parley.example.com' });
  const { open, siteWith } = useBrowser();

  /** Gives a bot its own domain, which leads to this machine. */
  async function giveDomain({ botId, workspaceId }: { botId: string; workspaceId: string }) {
    const customDomain = 'here.localhost';
    const rest = restOf(app);
    await bodyOf(rest.addDomain({ workspaceId, name: 'here.example.com' }));
    const verified = 'update custom_domain set name = $1, held_since = now()';
    await rowsOf(app().databaseUrl, verified, [customDomain]);
    await bodyOf(rest.updateBot({ botId, bot: { customDomain } }));
    return `http://${customDomain}:${new URL(app().url).port}/`;
  }

  test('that names a vendor loads its scripts in a site and at the domain of the bot, and nowhere else', async () => {
    const code = '<script src="https://heads.example.com/head.js"></script>';
    const metadata = {
      customHeadCode: `${code}<meta name="verify" content="1"><script>window.heads = (window.heads ?? 0) + 1</script>`,
      tagManagerId: 'GTM-1',
    };
    const book = { action: 'Book event', link: 'ada/30min', saveBookedDateInVariableId: 'vX' };
    const widget = { action: 'Open Web Widget', webWidgetKey: 'key&x' };
    const blocks: BlockSketch[] = [
      { type: 'Analytics', options: { trackingId: 'G-1', action: 'Asked', value: '7' } },
      {
        type: 'Tracking pixel',
        options: { pixelId: '9', eventType: 'Lead', params: [{ id: '1', key: 'n', value: '2' }] },
      },
      { type: 'Support widget', options: { websiteToken: 'tok', user: { id: '{{Name}}' } } },
      { type: 'zendesk', options: widget },
      say('Book'),
      { type: 'cal-com', options: book },
      say('Booked {{X}}'),
      ask('text input'),
    ];
    /** Opens a page, and records the hosts from which it requests scripts. */
    async function openAt(address: string) {
      const asked = new Set<string>();
      const outside = (url: string) => {
        const { hostname } = new URL(url);
        asked.add(hostname);
        return { contentType: 'text/javascript', body: vendors[hostname] ?? '' };
      };
      const { page } = await open(address, { outside });
      return { page, asked };
    }
    const bot = botOf({ variables, groups: { Start: blocks } }, { settings: { metadata } });
    const made = await makePublished(restOf(app), bot);
    const { publicId } = made;
    const site = await siteWith(widgetScript(app().url, `data-bot="${publicId}"`));
    const { page, asked } = await openAt(site);
    await page.waitForFunction('window.Cal?.q.some(([name]) => name === "on")');
    await page.waitForFunction('window.told?.length === 5');
    await eventually(() => expect([...asked].sort()).toEqual(HOSTS));
    expect(await page.evaluate('told.map((call) => call.join(" ")).sort()')).toEqual([
      'chatwoot attributes',
      'chatwoot open',
      'chatwoot run tok',
      'chatwoot user Ada',
      'zendesk messenger open',
    ]);
    const tracked =
      'JSON.stringify([dataLayer.map((one) => [...(one.length ? one : [])]), fbq.queue])';
    expect(JSON.parse(String(await page.evaluate(tracked)))).toEqual([
      [[], ['js', expect.anything()], ['config', 'G-1'], ['event', 'Asked', { value: 7 }]],
      [
        ['init', '9'],
        ['track', 'PageView'],
        ['track', 'Lead', { n: 2 }],
      ],
    ]);
    expect(
      await page.evaluate('[heads, document.querySelector("meta[name=verify]").content]'),
    ).toEqual([1, '1']);
    // After a reload the tools are loaded again, but earlier events are not reported again.
    await page.reload();
    await page.waitForFunction('window.Cal?.q.some(([name]) => name === "on")');
    expect(await page.evaluate('[heads, fbq.queue.map((call) => call[1]).join()]')).toEqual([
      1,
      '9,PageView',
    ]);
    await page.evaluate(
      `Cal.q.find(([, what]) => what.action === 'bookingSuccessfulV2')[1].callback({ detail: { data: { startTime: 'Monday' } } })`,
    );
    await page.getByText('Booked Monday').waitFor();

    const owned = await openAt(await giveDomain(made));
    await owned.page.waitForFunction('window.Cal?.q.some(([name]) => name === "on")');
    await owned.page.waitForFunction('window.told?.length === 5');
    await eventually(() => expect([...owned.asked].sort()).toEqual(HOSTS));
    expect(await owned.page.evaluate('heads')).toBe(1);

    // The page of the server, and a preview, load nothing from other hosts.
    const own = await openAt(`${app().url}/${publicId}`);
    await own.page.getByRole('button', { name: 'Skip' }).click();
    await own.page.getByText('Booked').waitFor();
    expect([...own.asked]).toEqual([]);
    expect(await own.page.evaluate('[typeof heads, typeof fbq, typeof dataLayer]')).toEqual(
      Array(3).fill('undefined'),
    );
    const empty = `<parley-chat></parley-chat>${widgetScript(app().url)}`;
    const preview = await openAt(await siteWith(empty));
    await preview.page.evaluate(
      `document.querySelector('parley-chat').preview(${JSON.stringify({ ...bot, version: '6' })})`,
    );
    await preview.page.waitForFunction('window.Cal?.q.some(([name]) => name === "on")');
    // The calendar is part of a message of the bot.
    await eventually(() => expect([...preview.asked]).toEqual(['app.cal.com']));
    expect(await preview.page.evaluate('[typeof heads, typeof fbq, typeof dataLayer]')).toEqual(
      Array(3).fill('undefined'),
    );
  });
});
