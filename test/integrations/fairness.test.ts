import { expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { OutsideEffect } from '../../src/engine/index.js';
import { createHttp } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import type { Sandbox } from '../../src/sandbox/pool.js';
import { LOOP, useSandboxes } from '../support/sandboxes.js';

const open = useSandboxes();

const REFUSED = { ok: false, error: 'too many scripts are waiting to run', reason: 'limit' };
const ask = (expression: string): OutsideEffect => ({
  kind: 'evaluate',
  expressions: [expression],
  args: [],
});
const performer = (sandbox: Sandbox) =>
  createHandleEffect(sandbox, createHttp({ allowedHosts: [] }));
const stranger = (n: number): EffectOrigin => ({ botId: `invented${n}`, reach: 'nothing' });

test('all flows that callers without a token send along share one place in the queue, whatever bots they name', async () => {
  const sandbox = open({ limits: { queuedPerKey: 2 } });
  const perform = performer(sandbox);
  const spinning = Array.from({ length: 40 }, (_, n) =>
    perform(ask(LOOP), `chat${n}`, stranger(n)),
  );
  // One computes and two wait; calls of any other bot have the rest of the sandbox.
  const refused = await Promise.all(spinning.slice(3));
  for (const answer of refused) expect(answer).toEqual({ ok: true, value: [REFUSED] });
  const reaches = [undefined, 'bots'] as const;
  for (const [n, reach] of [...reaches, ...reaches, ...reaches].entries()) {
    const answer = await perform(ask(`return ${n}`), `chat${n}`, { botId: 'bot', reach });
    expect(answer).toEqual({ ok: true, value: [{ ok: true, value: n }] });
  }
  let ended = 0;
  for (const each of spinning.slice(0, 3)) void each.then(() => (ended += 1));
  expect(await perform(ask('return 1'), 'mine', { botId: 'bot', reach: undefined })).toMatchObject({
    ok: true,
  });
  expect(ended).toBe(0);
  await sandbox.close();
});
