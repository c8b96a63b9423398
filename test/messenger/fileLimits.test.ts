import { expect, test } from '@jest/globals';
import { ask, say } from '../support/flowOf.js';
import { useApp } from '../support/useApp.js';
import { taken, useChannel } from '../support/useChannel.js';

const limits = { RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'chatUpload=5/day' };
const app = useApp(
  { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', ...limits },
  { timeouts: { workEvery: 50 } },
);
const { person, connect, answering, post, got } = useChannel(app);

const content = Buffer.alloc(3_000_000, '%PDF-1.7 Hello ');

test.each([
  ['says how large it is', { 'content-length': String(content.length) }],
  ['does not say how large it is', {}],
])(
  'a file of a person counts with all its megabytes where the service %s',
  async (_what, length: Record<string, string>) => {
    const place = await connect();
    const asked = [say('Send one'), ask('file input', 'X'), say('Send another')];
    const input = ask('file input', 'X');
    await answering(place, {
      variables: { X: null },
      groups: { Start: [...asked, input, say('Got both')] },
    });
    person.answer((response, request) =>
      request.path?.startsWith('/files/')
        ? response.writeHead(200, { 'content-type': 'application/pdf', ...length }).end(content)
        : taken(response, request),
    );
    await post(place.address, 'Hello');
    expect(await shown(1)).toEqual(['Send one']);
    for (const name of ['one.pdf', 'two.pdf']) {
      await post(place.address, undefined, {
        more: { files: [{ url: `${person.url()}/files/${name}`, name }] },
      });
      await shown(name === 'one.pdf' ? 2 : 3);
    }
    expect(await shown(3)).toEqual([
      'Send one',
      'Send another',
      'Invalid message. Please, try again.',
    ]);
  },
);

/** The messages that the person has received, once there are so many, without the requests for their files. */
async function shown(number: number): Promise<string[]> {
  for (let count = number; ; count += 1) {
    const lines = (await got(count)).filter((line) => line !== '');
    if (lines.length >= number) return lines;
  }
}
