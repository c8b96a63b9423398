import type { Answer, Ask, Outcome, ScriptArg } from '../engine/index.js';

/** Where user code runs: the sandbox, handed in by `app.ts`. */
export interface CodeRunner {
  evaluate(
    expressions: readonly string[],
    args: readonly ScriptArg[],
    key?: string,
  ): Promise<readonly Outcome[]>;
  runScript(script: {
    readonly code: string;
    readonly args: readonly ScriptArg[];
    readonly capabilities?: { readonly fetch?: boolean };
    readonly key?: string;
  }): Promise<{ readonly outcome: Outcome }>;
}

/**
 * Answers what turns ask of the outside. Never rejects: a fault becomes a failed answer, since the flow must go on.
 * `key` names the chat, so that no chat takes all the turns of the sandbox.
 */
export function createPerform(code: CodeRunner): (ask: Ask, key: string) => Promise<Answer> {
  return async (ask, key) => {
    try {
      return await perform(code, ask, key);
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : String(error) };
    }
  };
}

async function perform(code: CodeRunner, ask: Ask, key: string): Promise<Answer> {
  switch (ask.kind) {
    case 'evaluate':
      return { ok: true, value: await code.evaluate(ask.expressions, ask.args, key) };
    case 'runScript': {
      const capabilities = { fetch: true };
      const { outcome } = await code.runScript({
        code: ask.code,
        args: ask.args,
        capabilities,
        key,
      });
      return outcome;
    }
  }
}
