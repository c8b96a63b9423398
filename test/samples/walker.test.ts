import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { botImportSchema, newDefinition } from '../../src/engine/documents/bot.js';
import { kindOf } from '../../src/engine/blocks/index.js';
import type { EffectResult, Effect } from '../../src/engine/interpreter/effect.js';
import { compileFlow, type Flow } from '../../src/engine/flow/flow.js';
import type { InputRequest, TurnEvent } from '../../src/engine/reply/reply.js';
import { replyOf } from '../../src/engine/reply/replyOf.js';
import { seededEnv } from '../../src/engine/interpreter/env.js';
import type { Session } from '../../src/engine/interpreter/session.js';
import { step, type StepInput, type StepResult } from '../../src/engine/interpreter/step.js';
import { presentEvent } from '../../src/resolvers/chats/presentEvent.js';
import type { UserMessage } from '../../src/engine/documents/userMessage.js';
import { newSession } from '../support/chat.js';
import { shownParts } from '../support/shownParts.js';
import { sandbox } from '../support/sandboxes.js';

/** Flows from public repositories of users. They are kept outside of this repository, since some may not be published. */
const folder = new URL('../../../shared/samples/', import.meta.url);
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.json'))
  : [];
const TURNS = 200;

function read(name: string): Flow {
  const bot = botImportSchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
  return compileFlow(name, newDefinition(bot, 'start'));
}

/** Effect results without a network: code runs in the sandbox, requests get some response, everything else fails. */
async function outside(ask: Effect, pick: Pick): Promise<EffectResult> {
  if (ask.kind === 'evaluate') {
    return { ok: true, value: await sandbox.evaluate(ask.expressions, ask.args) };
  }
  if (ask.kind === 'runScript') {
    const { outcome, assignments } = await sandbox.runScript(ask);
    return { ...outcome, assignments };
  }
  if (ask.kind !== 'httpRequest') return { ok: false, error: 'not available' };
  return pick([
    { ok: true, value: { statusCode: 200, body: '{"status":"ok","data":[1,{"a":null}]}' } },
    { ok: true, value: { statusCode: 503, body: '<html>' } },
    { ok: false, error: 'no network' },
  ]);
}

interface Asked {
  readonly input: InputRequest | undefined;
  readonly words: readonly string[];
  readonly pick: Pick;
}

type Pick = <T>(things: readonly [T, ...T[]]) => T;

/** The values that the conditions of a flow compare with, so that a walk reaches all of its parts. */
function wordsOf(flow: Flow): string[] {
  const words = JSON.stringify(flow.definition.groups).matchAll(/"value":("(?:[^"\\]|\\.)*")/g);
  return [...words].map(([, word = '""']) => String(JSON.parse(word)));
}

/** Mostly a valid answer to the input, sometimes nonsense or nothing. */
function replyTo({ input, words, pick }: Asked): UserMessage | undefined {
  const fitting: Record<string, string> = {
    'number input': '12',
    'email input': 'ada@example.com',
    'url input': 'https://example.com',
    'phone number input': '+33612345678',
    'date input': '2026-01-31',
    'time input': '10:30',
    'rating input': '5',
    'file input': 'https://example.com/a.png',
  };
  const items = (input?.items ?? []).map(({ id }) => String(id));
  const usual = fitting[input?.type ?? ''] ?? pick(['1', '2', 'Ada', '12345678901', ...words]);
  return pick<UserMessage | undefined>([
    { text: usual },
    { text: usual },
    { replyId: pick([usual, ...items]) },
    { text: pick(['', '{{x}}', 'no', '🙂', '-1', 'a'.repeat(500)]) },
    undefined,
  ]);
}

/** The outcome of a walk: its inputs, the errors that no service caused, and the differences between GraphQL and documents. */
interface Walk {
  readonly asked: Set<string>;
  readonly faults: string[];
  readonly differences: string[];
}

/** Plays some turns, and begins again whenever the chat has ended. */
async function walk(flow: Flow, seed: string): Promise<Walk> {
  const { random } = seededEnv({ now: 0, seed });
  const pick: Pick = (things) => things[Math.floor(random() * things.length)] ?? things[0];
  const words = wordsOf(flow);
  const walked: Walk = { asked: new Set(), faults: [], differences: [] };
  let session: Session | undefined;
  let input: InputRequest | undefined;
  for (let number = 0; number < TURNS; number += 1) {
    const message = replyTo({ input, words, pick });
    const taken: Taken = { flow, seed: `${seed}/${number}`, pick, walked };
    const turn: StepResult = session
      ? await takeTurn(taken, session, { type: 'message', message })
      : await takeTurn(taken, newSession(flow), { type: 'start' });
    session = turn.session.phase === 'ended' ? undefined : turn.session;
    const raw = replyOf(turn.events);
    ({ input } = raw);
    if (input) walked.asked.add(input.id);
    walked.differences.push(...(await differencesIn(turn.events)));
  }
  return walked;
}

/** Where the GraphQL types of a reply and of its events differ from their documents. */
async function differencesIn(events: readonly TurnEvent[]): Promise<readonly string[]> {
  const raw = replyOf(events);
  const point = { sessionId: 'ses_1', turn: 1, lastSeq: 1 };
  const place = { seq: 1, turn: 1, at: new Date(0) };
  const shown = events.map((event) => presentEvent({ ...place, event }));
  const compared = await Promise.all([
    shownParts('ChatReply', { ...point, ...raw, raw }),
    ...shown.map((event) => shownParts('ChatEvent', event, event.document)),
  ]);
  return compared.flatMap(({ differences }) => differences);
}

interface Taken {
  readonly flow: Flow;
  readonly seed: string;
  readonly pick: Pick;
  readonly walked: Walk;
}

async function takeTurn(taken: Taken, session: Session, input: StepInput): Promise<StepResult> {
  const { flow, seed, pick, walked } = taken;
  const env = (step: number) => seededEnv({ now: Date.UTC(2026, 0, 31), seed: `${seed}/${step}` });
  let turn = step(() => flow, session, input, env(0));
  let calls = 0;
  for (let asks = 1; turn.effect; asks += 1) {
    if (turn.effect.kind !== 'evaluate' && turn.effect.kind !== 'runScript') calls += 1;
    const answer = await outside(turn.effect, pick);
    // The session as the database would return it.
    const stored = JSON.parse(JSON.stringify(turn.session)) as Session;
    turn = step(() => flow, stored, { type: 'answer', answer }, env(asks));
  }
  const errors = turn.events.flatMap((event) =>
    event.kind === 'log' && event.log.status === 'error' ? [event.log.description] : [],
  );
  walked.faults.push(...errors.slice(calls));
  return turn;
}

function isInput({ type }: { readonly type: string }): boolean {
  return kindOf(type).family === 'input';
}

if (files.length === 0) {
  process.stderr.write(`skipped: real flows cannot be walked, ${folder.pathname} is absent\n`);
  test.skip('walks the real flows of users (the folder of samples is absent)', () => undefined);
} else {
  describe.each(files)('%s', (name) => {
    test('can be played at random with no errors except those of services, and GraphQL shows everything', async () => {
      const flow = read(name);
      const inputs = flow.definition.groups.flatMap(({ blocks }) => blocks.filter(isInput));
      const { asked, faults, differences } = await walk(flow, name);
      expect(faults).toEqual([]);
      expect(differences).toEqual([]);
      expect(asked.size).toBeGreaterThanOrEqual(inputs.length / 2);
    });
  });
}
