import { describe, expect, test } from '@jest/globals';
import { OAUTH_CLIENTS, begin, signedInBrowser } from '../support/oauthFlow.js';
import { openRawSocket, type RawAsked, sendRaw } from '../support/rawSocket.js';
import { useApp } from '../support/useApp.js';

const app = useApp({ OAUTH_CLIENTS });

/** The headers of a browser's request beside its cookie. */
type Said = Readonly<Record<string, string>>;

/** A person follows a link. */
const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const QUERY = '{ viewer { user { id } } }';
const isKnown = (answer: string) => answer.includes('"viewer":{"user":{"id"');

/** Whether each transport recognises the signed-in person in a request with these headers. */
const transports: Readonly<Record<string, (said: Said) => Promise<unknown>>> = {
  REST: async (said) => (await ask('/v1/users/me', said)).status === 200,
  'GraphQL over HTTP': async (said) => {
    const body = JSON.stringify({ query: QUERY });
    const headers = { ...said, 'content-type': 'application/json' };
    const answer = await ask('/graphql', headers, { method: 'POST', parts: [body] });
    return isKnown(answer.text);
  },
  'GraphQL by GET': async (said) => {
    const path = `/graphql?query=${encodeURIComponent(QUERY)}`;
    const headers = { ...said, 'apollo-require-preflight': '1', accept: 'application/json' };
    return isKnown((await ask(path, headers)).text);
  },
  'a socket': async (said) => {
    const cookie = await signedInBrowser(app());
    const headers = { ...said, cookie };
    const socket = await openRawSocket(app().url, undefined, { headers });
    await socket.begin();
    socket.send({ id: '1', type: 'subscribe', payload: { query: QUERY } });
    const { payload } = await socket.until(({ id }) => id === '1');
    socket.close();
    return isKnown(JSON.stringify(payload));
  },
};

async function ask(path: string, said: Said, more: RawAsked = {}) {
  const cookie = await signedInBrowser(app());
  return sendRaw(app().url, path, { ...more, headers: { ...said, cookie } });
}

describe.each(Object.entries(transports))('over %s', (_name, isSignedIn) => {
  test.each(['same-origin', 'none', undefined])(
    'a request of a page of this server, or of no page, is of the person who is signed in (Sec-Fetch-Site: %s)',
    async (site) => {
      expect(await isSignedIn(site === undefined ? {} : { 'sec-fetch-site': site })).toBe(true);
    },
  );

  test.each(['cross-site', 'same-site'])(
    'a request that a page elsewhere made a browser send is of nobody, though no Origin says so (Sec-Fetch-Site: %s)',
    async (site) => {
      expect(await isSignedIn({ 'sec-fetch-site': site })).toBe(false);
      expect(await isSignedIn({ 'sec-fetch-site': site, ...opened })).toBe(false);
      // A page cannot forge an origin, but a program can.
      expect(await isSignedIn({ 'sec-fetch-site': site, origin: app().url })).toBe(false);
    },
  );
});

describe('somebody who is signed in', () => {
  const shows = async (said: Said, path = '/sign-in') =>
    (await ask(path, { ...said, accept: 'text/html' })).text.includes('Sign out');

  test.each(['cross-site', 'same-site', 'none', 'same-origin'])(
    'stays so where a link, an e-mail or an issuer leads them to a page of this server (Sec-Fetch-Site: %s)',
    async (site) => {
      expect(await shows({ 'sec-fetch-site': site, ...opened })).toBe(true);
      const { pathname, search } = new URL(begin(app()).url);
      const asked = { 'sec-fetch-site': site, ...opened, accept: 'text/html' };
      expect((await ask(pathname + search, asked)).text).toContain('name="person"');
    },
  );

  test('is not signed in to frames and requests inside the page of another site', async () => {
    const site = { 'sec-fetch-site': 'cross-site' };
    for (const dest of ['iframe', 'image', 'script', 'empty']) {
      const mode = dest === 'iframe' ? 'navigate' : 'no-cors';
      expect(await shows({ ...site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest })).toBe(false);
    }
  });

  test('cannot consent by a form of another site', async () => {
    const sent = { ...opened, 'sec-fetch-site': 'cross-site', accept: 'text/html' };
    for (const path of ['/sign-out', '/sign-in/link/any', '/invitations/any']) {
      expect((await ask(path, sent, { method: 'POST' })).status).toBe(403);
    }
  });
});
