import { describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor, type VendorAnswer } from '../../support/vendorServer.js';

const vendor = useVendor();
const SOUND = Buffer.from('ID3 sound');
const sound: VendorAnswer = (response) =>
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(SOUND);

const ask = (action: string, options: object, origin: Partial<EffectOrigin> = {}) =>
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
    const { result } = await ask('Create speech', { input: 'Hello' }, { keepFile });
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
    expect((await ask('Create speech', options, origin)).result).toEqual({ ok: false, error });
  });
});

describe('a transcription', () => {
  test('is made from a recording that is fetched and forwarded', async () => {
    vendor.answer(sound, json({ text: 'Hello there' }));
    const options = { url: `${vendor.url()}/clip.mp3`, prompt: 'Names: Ada' };
    const { result } = await ask('Create transcription', options);
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
    const { result } = await ask('Create transcription', {
      url: url === 'missing' ? `${vendor.url()}/clip.mp3` : url,
    });
    expect(result).toEqual({ ok: false, error: expect.stringContaining(error) });
    expect(JSON.stringify(result)).not.toContain(CANARY);
  });
});
