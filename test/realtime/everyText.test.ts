import { expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf } from '../support/botOf.js';
import { openEventStream } from '../support/eventSource.js';
import { ask, say } from '../support/flowOf.js';
import { TEXT_VOICES, type TextVoice } from '../support/modelVoices.js';
import { bodyOf, type ReplyShown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { CANARY } from '../support/vendorCall.js';
import { events, json, useVendor, type VendorAnswer } from '../support/vendorServer.js';

const vendor = useVendor();
const settings = {
  /** A getter, because the fake has its address only when the server starts. */
  get VENDOR_ADDRESSES() {
    const vendors = ['together-ai', 'open-router', 'mistral', 'anthropic'];
    return vendors.map((type) => `${type}=${vendor.url()}`).join(',');
  },
};
const app = useApp(settings, { http: createHttp({ allowedHosts: ['127.0.0.1'] }) });
const rest = restOf(app);

/** The ways in which a text reaches the visitor. */
const WAYS = ['in the reply', 'to watchers', 'by its client'] as const;
type Way = (typeof WAYS)[number];

const code = 'setVariable("Called", "yes"); return 1';
const FUNCTIONS = [{ type: 'function', name: 'f', parameters: [], code }];

/** A bot that asks a question, lets the model answer, shows the answer, and then everything that it stored. */
async function published(
  { type, options, credentials, data, functions }: TextVoice,
  mayCall: boolean,
) {
  const workspaceId = await makeWorkspace(rest);
  const account = {
    type: credentials,
    name: 'Ours',
    data: { apiKey: CANARY, ...data(vendor.url()) },
  };
  const { credentialsId } = await bodyOf(
    rest.saveCredentials({ workspaceId, credentials: account }),
  );
  const called = mayCall && functions ? { [functions]: FUNCTIONS } : {};
  const bot = botOf({
    variables: { Question: null, Answer: null, Extra: null, Called: null },
    groups: {
      Start: [{ ...ask('text input', 'Question'), to: 'Answer' }],
      Answer: [
        { type, options: { ...options, ...called, credentialsId } },
        say('{{Answer}}'),
        say('[{{Answer}}] {{Extra}} {{Called}}'),
        ask('text input', 'Question'),
      ],
    },
  });
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  const { publicId } = await bodyOf(rest.publishBot({ botId: made.id }));
  return { botId: made.id, publicId };
}

/** What the model does, and what the visitor and the author see. */
interface Ending {
  readonly answer: (voice: TextVoice) => VendorAnswer;
  readonly text: string;
  readonly extra: (voice: TextVoice) => string;
  /** Whether variables that functions have set keep their values. */
  readonly keepsCalls: boolean;
  readonly failure?: RegExp;
}

const whole = ({ begin, end }: TextVoice, text: string): VendorAnswer =>
  events([...begin(text), ...end()]);

const ENDINGS: readonly Ending[] = [
  {
    answer: (voice) => whole(voice, 'Blue'),
    text: 'Blue',
    extra: ({ extra }) => extra,
    keepsCalls: true,
  },
  {
    ...{ answer: () => json({ error: { message: 'no money' } }, 500), text: '', extra: () => '' },
    ...{ keepsCalls: false, failure: /answered 500 \(no money\)/ },
  },
  { answer: (voice) => whole(voice, ''), text: '', extra: ({ extra }) => extra, keepsCalls: true },
  {
    answer: ({ begin }) => events(begin('Bl')),
    ...{ text: 'Bl', extra: ({ extraOfBroken }) => extraOfBroken, keepsCalls: true },
    failure: /broke off/,
  },
];

const CASES = TEXT_VOICES.flatMap((voice) =>
  (voice.functions ? [false, true] : [false]).flatMap((mayCall) =>
    WAYS.map((way) => {
      const { action, task } = { action: '', task: '', ...voice.options };
      const functions = mayCall ? 'with functions ' : '';
      return [`${voice.type} (${action}${task}) ${functions}${way}`, voice, mayCall, way] as const;
    }),
  ),
);

test.each(CASES)(
  'the answer of %s is shown and stored, however it ends',
  async (_, voice, mayCall, way) => {
    const { botId, publicId } = await published(voice, mayCall);
    for (const { answer, text, extra, keepsCalls, failure } of ENDINGS) {
      const before = voice.before.map((document) => json(document));
      const calls = mayCall ? [events(voice.callF())] : [];
      vendor.answer(...before, ...calls, answer(voice));
      const { resultId, shown, streamed } = await asked(publicId, way);
      // The tokens of both requests are counted.
      const known = mayCall ? extra(voice).replace('2', '4') : extra(voice);
      const called = mayCall && keepsCalls ? 'yes' : '';
      expect(shown).toEqual([text, `[${text}] ${known} ${called}`]);
      expect(text.startsWith(streamed)).toBe(true);
      const { logs } = await bodyOf(rest.readLogs({ botId, resultId }));
      expect(JSON.stringify(logs)).toMatch(failure ?? /^\[\]$/);
      expect(JSON.stringify(logs)).not.toContain(CANARY);
    }
  },
);

/** All texts that the visitor has seen, and the one that was streamed. */
async function asked(publicId: string, way: Way) {
  const isStreamEnabled = way === 'by its client';
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled }));
  const watching = way === 'to watchers' ? await watch(sessionId) : undefined;
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  if (!('clientSideActions' in reply)) {
    return { resultId, shown: textsOf(reply), streamed: (await watching?.()) ?? '' };
  }
  const streamed = await stream(sessionId);
  const message = streamed === '' ? undefined : streamed;
  const next = await bodyOf(rest.continueChat({ sessionId, message }));
  return { resultId, shown: [...(message ? [message] : []), ...textsOf(next)], streamed };
}

function textsOf({ messages }: ReplyShown) {
  return messages.map(({ content }) => content['plainText']);
}

/** Watches a chat; returns the text of all deltas once the turn is over. */
async function watch(sessionId: string) {
  const stream = await openEventStream(`${app().url}/api/v1/sessions/${sessionId}/events`);
  await stream.until(1);
  return async () => {
    while (stream.seen.filter(({ event }) => event === 'turnEnd').length < 2) {
      await stream.until(stream.seen.length + 1);
    }
    stream.stop();
    const deltas = stream.seen.filter(({ event }) => event === 'delta');
    return deltas.map(({ data }) => data['text']).join('');
  };
}

/** Reads a stream as its clients do: each line is JSON, and the text of an error is JSON again. */
async function stream(sessionId: string): Promise<string> {
  const url = `${app().url}/api/v2/sessions/${sessionId}/streamMessage`;
  const lines = (await (await fetch(url, { method: 'POST' })).text()).split('\n').filter(Boolean);
  const parts = lines.map((line) => [line[0], JSON.parse(line.slice(2))] as const);
  for (const [kind, text] of parts) {
    if (kind === '3') expect(JSON.parse(String(text))).toMatchObject({ status: 'error' });
  }
  return parts.flatMap(([kind, text]) => (kind === '0' ? [String(text)] : [])).join('');
}
