import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { ask, type BlockSketch } from '../support/flowOf.js';
import { partAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, openTransport, transportNames } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { botOf } from '../support/botOf.js';
import { visitorsOf } from '../support/visitorUploads.js';

const app = useApp();
const rest = restOf(app);
const transports = transportNames.map((name) => openTransport(name, () => app().url));
const { chatAt, stage, upload, send } = visitorsOf(app);

/** Domains that other workspaces list; the first one is also held. */
const [HELD, CLAIMED] = ['chat.example.com', 'claimed.example.com'];
beforeAll(async () => {
  for (const name of [HELD, CLAIMED]) {
    await bodyOf(rest.addDomain({ workspaceId: await makeWorkspace(rest), name }));
  }
  const hold = 'update custom_domain set held_since = now() where name = $1';
  await rowsOf(app().databaseUrl, hold, [HELD]);
});

const enabled = { isEnabled: true };
type MessageOf = (url: string) => string | object;
const asAnswer: [string, BlockSketch, MessageOf] = [
  'an answer',
  ask('file input', 'X'),
  (url) => url,
];
const asAttachment: [string, BlockSketch, MessageOf] = [
  'an attachment',
  ask('text input', 'X', { attachments: enabled }),
  (url) => ({ type: 'text', text: 'See', attachedFileUrls: [url] }),
];
const asRecording: [string, BlockSketch, MessageOf] = [
  'a recording',
  ask('text input', 'X', { audioClip: enabled }),
  (url) => ({ type: 'audio', url }),
];
const mp3 = { fileName: 'a.mp3' };

/** Addresses of uploads that do not belong to the chat, each with the reason. */
async function namesOf(sessionId: string, input: BlockSketch): Promise<[string, string][]> {
  const other = await chatAt(input);
  const lapsed = textAt((await stage(sessionId, mp3)).body, 'fileUrl');
  const refused = (await stage(sessionId, mp3)).body;
  await upload(refused, 'x', { token: 'no token' });
  const own = await send(other.sessionId, 'Hello', mp3);
  const { host } = new URL(own);
  return [
    ['never made', `${app().url}/files/fil_${'0'.repeat(34)}.mp3`],
    ['of nothing', `${app().url}/files/a.mp3`],
    ['lapsed', lapsed],
    ['refused', textAt(refused, 'fileUrl')],
    ["another chat's", own],
    ['the same in capitals', own.replace('http:', 'HTTP:').replace('/files/', '/FILES/')],
    ['the same in other letters', own.replace('/files/fil_', '/%66iles/fil%5F')],
    ['the same by a way around', own.replace('/files/', '/a/..//files/')],
    ['the same with a name', own.replace(host, `somebody@${host}`)],
    ['the same over https', own.replace('http:', 'https:')],
    ['the same at a domain of a workspace', own.replace(`http://${host}`, `https://${HELD}`)],
    ['the same at the domain in capitals', own.replace(host, `${HELD.toUpperCase()}.:8080`)],
    ['never made, at the domain', `https://${HELD}/%66iles//fil_${'0'.repeat(34)}.mp3`],
  ];
}

describe.each([asAnswer, asAttachment, asRecording])(
  'an upload that the chat does not have is not taken as %s:',
  (_as, input, messageOf) => {
    test('the chat asks again, over every transport, and the owner of the bot reads why', async () => {
      const { sessionId, botId, resultId } = await chatAt(input);
      for (const [what, url] of await namesOf(sessionId, input)) {
        for (const transport of transports) {
          const sent = { sessionId, message: messageOf(url) };
          const { input: again } = await bodyOf(transport.continueChat(sent));
          expect([what, again?.id]).toEqual([what, 'Start.1']);
        }
      }
      const { result } = await bodyOf(rest.getResult({ botId, resultId }));
      expect(partAt(result, 'answers')).toEqual([]);
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const at = `${app().url}/api/v1/bots/${botId}/results/${resultId}/logs`;
      expect(await (await fetch(at, { headers })).text()).toContain(
        'This chat has no upload at the address',
      );
    });

    test('a file of the chat itself is accepted, also at a domain of a workspace, and so is a file of another server', async () => {
      const elsewhere = `https://${CLAIMED}/files/fil_${'0'.repeat(34)}.mp3`;
      for (const transport of transports) {
        for (const from of ['here', 'at the domain', 'elsewhere']) {
          const { sessionId } = await chatAt(input);
          const own = from === 'elsewhere' ? elsewhere : await send(sessionId, 'Hello', mp3);
          const url = from === 'at the domain' ? own.replace(app().url, `https://${HELD}`) : own;
          const sent = { sessionId, message: messageOf(url) };
          const { input: again } = await bodyOf(transport.continueChat(sent));
          expect(again).toBeFalsy();
          if (from === 'elsewhere') continue;
          const kept = 'select is_used as used from file where strpos($1, id) > 0';
          expect(await rowsOf(app().databaseUrl, kept, [url])).toEqual([{ used: true }]);
        }
      }
    });
  },
);

test('a start that brings an answer along cannot name a file of this server', async () => {
  const input = ask('file input', 'X');
  const { sessionId } = await chatAt(input);
  const url = await send(sessionId);
  const { publicId } = await makePublished(
    rest,
    botOf({ variables: { X: null }, groups: { Start: [input] } }),
  );
  for (const transport of transports) {
    const started = await bodyOf(transport.startChat({ publicId, message: url }));
    expect(started.input?.id).toBe('Start.1');
  }
});

describe('an image whose name says another type', () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
  const only = (types: string[]) =>
    ask('file input', 'X', { allowedFileTypes: { isEnabled: true, types } });

  test.each(['photo.png', 'photo.heic', 'photo.svg'])(
    'is stored as what it is, and is an answer: %s',
    async (fileName) => {
      const { sessionId, botId } = await chatAt(ask('file input', 'X'));
      const { body } = await stage(sessionId, { fileName });
      expect((await upload(body, jpeg)).status).toBe(204);
      const url = textAt(body, 'fileUrl');
      const shown = await fetch(url);
      expect(shown.headers.get('content-type')).toBe('image/jpeg');
      expect(shown.headers.get('content-disposition')).toContain('photo.jpg');
      const { messages } = await bodyOf(rest.continueChat({ sessionId, message: url }));
      expect(JSON.stringify(messages)).toContain(`Got ${url}`);
      const rows = await rowsOf(
        app().databaseUrl,
        'select name, type from file where bot_id = $1',
        [botId],
      );
      expect(rows).toEqual([{ name: 'photo.jpg', type: 'image/jpeg' }]);
    },
  );

  test('is refused if the input does not accept its real type, and so is a file that is no image', async () => {
    const { sessionId } = await chatAt(only(['.png', 'image/gif']));
    const { body } = await stage(sessionId, { fileName: 'photo.png' });
    const refused = { status: 400, reason: 'UPLOAD_REFUSED' };
    for (const content of [jpeg, '<script>alert(1)</script>', '%PDF-1.7', '']) {
      expect(await upload(body, content)).toEqual(refused);
    }
    expect((await upload(body, 'GIF89a')).status).toBe(204);
    const again = await bodyOf(
      rest.continueChat({ sessionId, message: textAt(body, 'fileUrl').replace('.png', '.jpg') }),
    );
    expect(again.input?.id).toBe('Start.1');
  });
});
