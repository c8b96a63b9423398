import type { ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { VOICES, type VendorVoice } from '../../support/modelVoices.js';
import { partAt, recordAt } from '../../support/parts.js';
import { useSandboxes } from '../../support/sandboxes.js';
import {
  askVendor,
  CANARY,
  type ActionOutcome,
  type AskedAction,
} from '../../support/vendorCall.js';
import { begun, events, json, useVendor, type VendorAnswer } from '../../support/vendorServer.js';

const open = useSandboxes();

const vendor = useVendor();
const code = open({ workers: 1 });

/** Runs the action of a vendor, with everything that it may need. */
function ask(voice: VendorVoice, more: Partial<AskedAction> = {}): Promise<ActionOutcome> {
  const { type, action, credentials } = voice;
  const url = vendor.url();
  const options = Object.fromEntries(
    Object.entries(voice.options).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace('$url', url) : value,
    ]),
  );
  const origin = { keepFile: async () => 'https://ours.example/1', ...more.origin };
  return askVendor({ type, action, options, code, data: credentials(url), ...more, origin });
}

const SECRETS = `the key ${CANARY} and Bearer ${CANARY}`;
const never: VendorAnswer = () => undefined;
const garbage: VendorAnswer = (response) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {\n\ndata: [}\n\n');

/** Failures of vendors, and what the author reads about them. */
const FAILURES: readonly [how: string, answer: VendorAnswer, why: RegExp][] = [
  ['refuses', json({ error: { message: SECRETS } }, 401), /answered 401/],
  ['limits the rate', json({ message: SECRETS }, 429, { 'retry-after': '20' }), /answered 429/],
  ['is broken', json(SECRETS, 500), /answered 500/],
  [
    'answers nonsense',
    garbage,
    /not known here|broke off|answered 500|not a picture|not a recording/,
  ],
  ['hangs up', (response) => response.destroy(), /could not be reached or broke off/],
];

describe.each(VOICES.map((voice) => [voice.type, voice.action, voice] as const))(
  '%s, asked to "%s",',
  (type, action, voice) => {
    // A recording cannot be malformed: any bytes count as sound.
    const isRecording = action === 'Create speech';

    test.each(FAILURES)(
      'that %s: fails with a reason without the key',
      async (how, answer, why) => {
        if (isRecording && how === 'answers nonsense') return;
        vendor.answer(answer);
        const { result } = await ask(voice);
        expect(result).toMatchObject({ ok: false, error: expect.stringMatching(why) });
        expect(JSON.stringify(result)).not.toContain(CANARY);
      },
    );

    test('that says when to try again: the author reads it', async () => {
      // For this vendor, and for a recording at another host, the reason is only the status.
      if (type === 'elevenlabs' || action === 'Create transcription') return;
      vendor.answer(json({ message: 'Slow down' }, 429, { 'retry-after': '20' }));
      const { result } = await ask(voice);
      const error =
        'The service failed: it answered 429 (Slow down), and can be asked again in 20 s';
      expect(result).toEqual({ ok: false, error });
    });

    test('that does not answer in time: fails', async () => {
      vendor.answer(never);
      const { result } = await ask(voice, { timeoutMs: 100 });
      expect(result).toMatchObject({ ok: false, error: expect.stringContaining('took too long') });
    });

    test('that is no longer needed: its request is aborted', async () => {
      const abandon = new AbortController();
      const hungUp = new Promise((resolve) => {
        vendor.answer((response) => {
          response.once('close', resolve);
          abandon.abort();
        });
      });
      const { result } = await ask(voice, { origin: { abandoned: abandon.signal } });
      expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/stopped|too long/) });
      await hungUp;
    });
  },
);

const streaming = VOICES.filter(({ begin }) => begin);

describe.each(streaming.map((voice) => [voice.type, voice.action, voice] as const))(
  '%s, in the middle of "%s",',
  (_type, _action, voice) => {
    const half = () => voice.begin?.('Half of it') ?? [];

    test.each<[string, (response: ServerResponse) => unknown]>([
      ['hangs up', (response) => response.destroy()],
      ['ends too early', (response) => response.end()],
    ])('%s: the text so far is kept, with a warning, and counted', async (_how, breakOff) => {
      let answering: ServerResponse | undefined;
      vendor.answer((response, request) => {
        answering = response;
        return begun(half())(response, request);
      });
      const { result, shown, tokens } = await ask(voice, {
        onShown: () => answering && breakOff(answering),
      });
      // 10 bytes, at four bytes a token.
      const [counted] = tokens;
      expect(tokens).toEqual([expect.objectContaining({ completion: 3, isEstimate: true })]);
      expect(partAt(counted, 'prompt')).toBeGreaterThan(0);
      const warning = expect.stringMatching(/^The service failed: .*broke off/);
      expect(result).toMatchObject({ ok: true, warning });
      expect(Object.values(recordAt(result, 'value'))).toContain('Half of it');
      expect(shown.join('')).toBe('Half of it');
    });

    test('that is no longer needed: nothing is stored, but its use is counted', async () => {
      const abandon = new AbortController();
      vendor.answer(begun(half()));
      const { result, tokens } = await ask(voice, {
        onShown: () => abandon.abort(),
        origin: { abandoned: abandon.signal },
      });
      expect(tokens).toEqual([expect.objectContaining({ completion: 3, isEstimate: true })]);
      expect(result).toMatchObject({
        ok: false,
        error: 'The service failed: the request was stopped',
      });
    });
  },
);

const calling = VOICES.filter(({ callF }) => callF);

test.each(calling.map((voice) => [voice.type, voice] as const))(
  'a model of %s that calls functions for ever is asked seven times',
  async (_type, voice) => {
    vendor.answer(events([...(voice.callF?.() ?? [])]));
    const { result } = await ask(voice);
    expect(result).toEqual({
      ok: false,
      error: 'The service failed: it called functions in more than 6 rounds',
    });
    expect(vendor.requests).toHaveLength(7);
  },
);
