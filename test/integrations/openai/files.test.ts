import { describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor, type VendorAnswer } from '../../support/vendorServer.js';

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
const askForPicture = (options: object, origin: Partial<EffectOrigin> = { keepFile }) =>
  askVendor({
    ...{ type: 'openai', action: 'Create image', options: { ...options } },
    ...{ data: { baseUrl: vendor.url() }, origin },
  });

describe('a picture', () => {
  test.each(Object.entries(PICTURES))(
    'of the type %s is stored with the files of the chat, and has their address',
    async (type, hex) => {
      vendor.answer(painted(hex, { input_tokens: 9, output_tokens: 272, total_tokens: 281 }));
      const { result, tokens } = await askForPicture({ prompt: 'A cat', size: '1024x1024' });
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
    await askForPicture({ prompt: 'A cat', model: 'dall-e-2', size: '256x256' });
    expect(vendor.requests[0]?.body).toMatchObject({ model: 'dall-e-2', size: '256x256' });
    await askForPicture({ prompt: 'A cat', size: 'huge' });
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
    expect((await askForPicture(options, origin)).result).toEqual({ ok: false, error });
  });

  test.each([
    ['no picture', painted('00112233'), 'its answer is not a picture'],
    ['no answer of this kind', json({ data: 'x' }), 'it answered in a form that is not known here'],
    ['nothing', json({ data: [] }), 'its answer is not a picture'],
  ])('that is %s is not stored', async (_what, answer, why) => {
    vendor.answer(answer);
    const before = kept.length;
    const { result } = await askForPicture({ prompt: 'A cat' });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
    expect(kept).toHaveLength(before);
  });
});

const SOUND = Buffer.from('ID3 sound');
const sound: VendorAnswer = (response) =>
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(SOUND);

const askForSound = (action: string, options: object, origin: Partial<EffectOrigin> = {}) =>
  askVendor({
    type: 'openai',
    action,
    options: { ...options },
    data: { baseUrl: vendor.url() },
    origin,
  });

describe('speech', () => {
  test('is stored with the files of the chat, and has their address', async () => {
    vendor.answer(sound);
    const made: object[] = [];
    const keepFile: EffectOrigin['keepFile'] = (file) => {
      made.push(file);
      return Promise.resolve('https://ours.example/files/1.mp3');
    };
    const { result } = await askForSound('Create speech', { input: 'Hello' }, { keepFile });
    expect(result).toEqual({ ok: true, value: { URL: 'https://ours.example/files/1.mp3' } });
    expect(made).toEqual([{ name: 'speech.mp3', type: 'audio/mpeg', content: expect.anything() }]);
    const [{ content } = { content: '' }] = made as { content?: Uint8Array }[]; // The stored files.
    expect(Buffer.from(content ?? '')).toEqual(SOUND);
    expect(vendor.requests[0]).toMatchObject({
      path: '/audio/speech',
      headers: { authorization: `Bearer ${CANARY}`, 'idempotency-key': 'key' },
      body: { model: 'tts-1', voice: 'alloy', input: 'Hello', response_format: 'mp3' },
    });
  });

  test.each<[string, object, Partial<EffectOrigin>, string]>([
    ['without a text', {}, { keepFile: async () => '' }, 'There is no text to read aloud'],
    ['where no file can be kept', { input: 'Hi' }, {}, 'This chat keeps no files'],
    [
      'that the vendor refuses',
      { input: 'Hi' },
      { keepFile: async () => '' },
      'The service failed: it answered 400 (Bad voice, ***)',
    ],
  ])('%s fails', async (_what, options, origin, error) => {
    vendor.answer(json({ error: { message: `Bad voice, ${CANARY}` } }, 400));
    expect((await askForSound('Create speech', options, origin)).result).toEqual({
      ok: false,
      error,
    });
  });
});

describe('a transcription', () => {
  test('is made from a recording that is fetched and forwarded', async () => {
    vendor.answer(sound, json({ text: 'Hello there' }));
    const options = { url: `${vendor.url()}/clip.mp3`, prompt: 'Names: Ada' };
    const { result } = await askForSound('Create transcription', options);
    expect(result).toEqual({ ok: true, value: { Transcription: 'Hello there' } });
    const [loaded, sent] = vendor.requests;
    expect(loaded?.headers).not.toHaveProperty('authorization');
    expect(sent?.path).toBe('/audio/transcriptions');
    expect(sent?.text).toContain('ID3 sound');
    expect(sent?.text).toContain('whisper-1');
    expect(sent?.text).toContain('Names: Ada');
  });

  test.each([
    ['that is not there', 'missing', 'The service failed: the recording answered 404'],
    ['without an address', '', 'There is no address of a recording'],
    ['in a private network', 'http://10.0.0.1/a.mp3', 'The service failed: '],
  ])('of a recording %s fails', async (_what, url, error) => {
    vendor.answer(json({}, 404));
    const { result } = await askForSound('Create transcription', {
      url: url === 'missing' ? `${vendor.url()}/clip.mp3` : url,
    });
    expect(result).toEqual({ ok: false, error: expect.stringContaining(error) });
    expect(JSON.stringify(result)).not.toContain(CANARY);
  });
});
