import { describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor } from '../../support/vendorServer.js';

const vendor = useVendor();

const PICTURES = {
  'image/png': '89504e470d0a1a0a00',
  'image/jpeg': 'ffd8ffe000104a46',
  'image/webp': '5249464624000000',
};
const painted = (hex: string, usage?: object) =>
  json({ data: [{ b64_json: Buffer.from(hex, 'hex').toString('base64') }], usage });
const kept: Parameters<NonNullable<EffectOrigin['keepFile']>>[0][] = [];
const keepFile: EffectOrigin['keepFile'] = (file) => {
  kept.push(file);
  return Promise.resolve('https://ours.example/files/1.png');
};
const ask = (options: object, origin: Partial<EffectOrigin> = { keepFile }) =>
  askVendor({
    ...{ type: 'openai', action: 'Create image', options: { ...options } },
    ...{ data: { baseUrl: vendor.url() }, origin },
  });

describe('a picture', () => {
  test.each(Object.entries(PICTURES))(
    'of the type %s is stored with the files of the chat, and has their address',
    async (type, hex) => {
      vendor.answer(painted(hex, { input_tokens: 9, output_tokens: 272, total_tokens: 281 }));
      const { result, tokens } = await ask({ prompt: 'A cat', size: '1024x1024' });
      const value = { 'Image URL': 'https://ours.example/files/1.png' };
      expect(result).toEqual({ ok: true, value });
      expect(kept.at(-1)).toMatchObject({ name: 'image', type });
      expect(Buffer.from(kept.at(-1)?.content as Uint8Array).toString('hex')).toBe(hex); // Not a stream.
      expect(tokens).toMatchObject([{ vendor: 'openai', prompt: 9, completion: 272, total: 281 }]);
      expect(vendor.requests).toMatchObject([
        {
          path: '/images/generations',
          headers: { authorization: `Bearer ${CANARY}`, 'idempotency-key': 'key' },
          body: { model: 'gpt-image-2.5-flare', prompt: 'A cat', n: 1, size: '1024x1024' },
        },
      ]);
    },
  );

  test('of another model has the size that the block names', async () => {
    vendor.answer(painted(PICTURES['image/png']));
    await ask({ prompt: 'A cat', model: 'dall-e-2', size: '256x256' });
    expect(vendor.requests[0]?.body).toMatchObject({ model: 'dall-e-2', size: '256x256' });
    await ask({ prompt: 'A cat', size: 'huge' });
    expect(vendor.requests[1]?.body).not.toHaveProperty('size');
  });

  test.each([
    ['without a prompt', {}, { keepFile }, 'It is not said what the picture shows'],
    ['where no file can be kept', { prompt: 'A' }, {}, 'This chat keeps no files'],
    [
      'that the vendor refuses',
      { prompt: 'A' },
      { keepFile },
      'The service failed: it answered 400 (Not this, ***)',
    ],
  ])('%s is not made', async (_what, options, origin, error) => {
    vendor.answer(json({ error: { message: `Not this, ${CANARY}` } }, 400));
    expect((await ask(options, origin)).result).toEqual({ ok: false, error });
  });

  test.each([
    ['no picture', painted('00112233'), 'its answer is not a picture'],
    ['no answer of this kind', json({ data: 'x' }), 'it answered in a form that is not known here'],
    ['nothing', json({ data: [] }), 'its answer is not a picture'],
  ])('that is %s is not stored', async (_what, answer, why) => {
    vendor.answer(answer);
    const before = kept.length;
    const { result } = await ask({ prompt: 'A cat' });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
    expect(kept).toHaveLength(before);
  });
});
