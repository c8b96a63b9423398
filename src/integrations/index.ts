import type { Asker } from '../chat/ports.js';
import type {
  Answer,
  Assignment,
  Outcome,
  OutsideAsk,
  ScriptArg,
  ScriptCapabilities,
} from '../engine/index.js';
import { completeChat, type OpenSecrets } from './completeChat.js';
import { assertAvailable, type AvailableKind } from '../errors/unavailable.js';
import type { Http, HttpFailure } from './http.js';

/** Where user code runs: the sandbox, handed in by `app.ts`. */
export interface CodeRunner {
  evaluate(
    expressions: readonly string[],
    args: readonly ScriptArg[],
    caller?: {
      readonly key?: string;
      readonly timeZone?: string | undefined;
      readonly isRestricted?: boolean;
    },
  ): Promise<readonly Outcome[]>;
  runScript(script: {
    readonly code: string;
    readonly args: readonly ScriptArg[];
    readonly capabilities?: ScriptCapabilities;
    readonly key?: string;
    readonly timeZone?: string | undefined;
    readonly isRestricted?: boolean;
    readonly callKey?: string | undefined;
    readonly abandoned?: AbortSignal | undefined;
  }): Promise<{
    readonly outcome: Outcome;
    readonly assignments: readonly Assignment[];
    readonly printed?: readonly string[];
  }>;
}

/**
 * Answers what turns ask of the outside. Never rejects: a fault becomes a failed answer, since the flow must go on.
 * `chat` is the chat's id, so that no chat takes all the turns of the sandbox; `asker` says what it may use.
 */
export function createPerform(
  code: CodeRunner,
  http: Http,
  openSecrets: OpenSecrets = () => Promise.resolve(undefined),
): (ask: OutsideAsk, chat: string, asker?: Asker) => Promise<Answer> {
  const performers = performersOf(code, http, openSecrets);
  return async (ask, chat, asker = NOBODY) => {
    try {
      assertAvailable(ask);
      return await perform(performers, ask.kind, { ask, key: keyOf(asker, chat), asker });
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
  };
}

/**
 * The key that calls of the sandbox are queued and measured by: chats of one key share one customer's part of it. A flow
 * sent along may name any number of bots, so all such flows have one key, unless their sender may change the bot.
 */
function keyOf({ botId, reach }: Asker, chat: string): string {
  if (reach === 'nothing') return 'flows sent along';
  return `${reach ? 'preview of ' : ''}${botId}/${chat}`;
}

const NOBODY: Asker = { botId: undefined, reach: 'nothing' };

/** An ask of one kind, and the chat it comes from. */
interface Call<K extends AvailableKind> {
  readonly ask: Extract<OutsideAsk, { kind: K }>;
  readonly key: string;
  readonly asker: Asker;
}

/** One performer for each kind of ask that is available: a new kind does not compile without. */
type Performers = { readonly [K in AvailableKind]: (call: Call<K>) => Promise<Answer> };

function performersOf(code: CodeRunner, http: Http, openSecrets: OpenSecrets): Performers {
  return {
    evaluate: async ({ ask, key, asker }) => ({
      ok: true,
      value: await code.evaluate(ask.expressions, ask.args, {
        key,
        timeZone: ask.timeZone,
        isRestricted: asker.reach !== undefined,
      }),
    }),
    runScript: async ({ ask, key, asker: { callKey, abandoned, reach } }) => {
      const { kind, ...script } = ask;
      const called = { ...script, key, callKey, abandoned, isRestricted: reach !== undefined };
      const { outcome, ...beside } = await code.runScript(called);
      return { ...outcome, ...beside };
    },
    httpRequest: ({ ask, asker }) => sendRequest(http, ask, asker),
    forge: ({ ask, asker }) => completeChat({ http, openSecrets }, ask, asker),
  };
}

function perform<K extends AvailableKind>(
  performers: Performers,
  kind: K,
  call: Call<K>,
): Promise<Answer> {
  return performers[kind](call);
}

/** Whatever comes back is an answer; when nothing does, a status code stands for the reason. */
async function sendRequest(
  http: Http,
  ask: Call<'httpRequest'>['ask'],
  { callKey, abandoned }: Asker,
): Promise<Answer> {
  const response = await http.send({ ...ask, callKey, abandoned });
  if (response.ok) {
    return { ok: true, value: { statusCode: response.status, body: response.body } };
  }
  const { code, message } = response;
  return { ok: true, value: { statusCode: STATUS_OF[code], body: '', error: message } };
}

const STATUS_OF: Readonly<Record<HttpFailure, number>> = {
  blocked: 400,
  badRequest: 400,
  timeout: 408,
  network: 500,
  tooLarge: 500,
  stopped: 500,
};
