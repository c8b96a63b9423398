import { createHmac } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { create } from 'qrcode';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { OutsideEffect } from '../../src/engine/index.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import { standIn } from '../support/standIn.js';

type Forge = Extract<OutsideEffect, { kind: 'forge' }>;

/** Runs an action of a vendor with these credentials. */
function run(
  { type, action, options }: Pick<Forge, 'type' | 'action' | 'options'>,
  data: object = {},
  origin: Partial<EffectOrigin> = {},
) {
  const openSecrets = async () => ({ type, data });
  const handle = createHandleEffect(standIn({}), standIn({}), { openSecrets });
  const effect: Forge = { kind: 'forge', type, action, options, credentialsId: 'c' };
  return handle(effect, 'ses', { botId: 'bot', reach: undefined, ...origin });
}

/** The colours (1: dark) at the centres of a grid of squares, `count` a side, in a PNG with one bit a pixel and one data chunk. */
function squaresOf(png: Buffer, side: number) {
  const width = png.readUInt32BE(16);
  const start = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const scale = width / side;
  const middles = Array.from({ length: side }, (_, n) => Math.floor((n + 0.5) * scale));
  const line = 1 + Math.ceil(width / 8);
  const colour = (x: number, y: number) => (pixels[y * line + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7));
  return { width, squares: middles.map((y) => middles.map((x) => 1 - (colour(x, y) & 1))) };
}

describe('a QR code', () => {
  const code = { type: 'qr-code', action: 'Generate a QR Code' };

  test('is a picture that is stored with the chat', async () => {
    const kept: object[] = [];
    const keepFile: EffectOrigin['keepFile'] = async (made) => {
      kept.push(made);
      return 'https://here.example/files/fil_1.png';
    };
    const options = { data: 'https://example.com/ada' };
    expect(await run({ ...code, options }, {}, { keepFile })).toEqual({
      ok: true,
      value: { URL: 'https://here.example/files/fil_1.png' },
    });
    expect(kept).toMatchObject([{ name: 'qr-code', type: 'image/png' }]);
    const { content } = standIn<{ content: Buffer }>(kept[0] ?? {});
    const { modules } = create(options.data, { errorCorrectionLevel: 'M' });
    const side = modules.size + 8;
    const { width, squares } = squaresOf(content, side);
    expect([width >= 512, width % side]).toEqual([true, 0]);
    const inner = squares.slice(4, -4).map((row) => row.slice(4, -4));
    expect(inner.flat()).toEqual([...modules.data]);
    expect(squares.flat().filter(Boolean).length).toBe(inner.flat().filter(Boolean).length);
  });

  test.each([
    ['nothing', {}, 'There is no text'],
    ['more than fits', { data: 'x'.repeat(3_000) }, expect.stringContaining('too big')],
    ['far more than fits', { data: 'x1'.repeat(50_000) }, 'The text is too long for a QR code'],
    ['far too many digits', { data: '1'.repeat(5_597) }, 'The text is too long for a QR code'],
  ])('of %s is a failure', async (_case, options, error) => {
    const keepFile = async () => 'x';
    expect(await run({ ...code, options }, {}, { keepFile })).toEqual({ ok: false, error });
  });

  test('is not made if no file can be stored', async () => {
    const answer = await run({ ...code, options: { data: 'x' } });
    expect(answer).toEqual({ ok: false, error: 'This chat keeps no files' });
  });
});

describe('the widget of Zendesk', () => {
  const widget = { type: 'zendesk', action: 'Open Web Widget' };
  const data = { conversationsKeyId: 'key_1', conversationsSecretKey: 'canary' };

  test('gets a token for its user, signed with the secret', async () => {
    const options = { userId: 'u1', name: 'Ada', email: 'ada@example.com', webWidgetKey: 'w' };
    const answer = await run({ ...widget, options }, data);
    const { Token } = standIn<{ value: { Token: string } }>(answer).value;
    const [head = '', user = '', signature] = Token.split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'key_1' });
    expect(read(user)).toEqual({
      ...{ scope: 'user', external_id: 'u1', name: 'Ada' },
      email: 'ada@example.com',
    });
    const expected = createHmac('sha256', 'canary').update(`${head}.${user}`).digest('base64url');
    expect(signature).toBe(expected);
  });

  test('gets none without credentials', async () => {
    const answer = await run({ ...widget, options: { userId: 'u1' } }, {});
    expect(answer).toMatchObject({ ok: false, error: expect.stringMatching(/^Its credentials/) });
  });
});
