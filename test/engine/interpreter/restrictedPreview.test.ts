import { describe, expect, test } from '@jest/globals';
import type { Ask } from '../../../src/engine/interpreter/effect.js';
import { allowedAsk, RESTRICTED } from '../../../src/engine/interpreter/allowedEffects.js';

const settings = { isPreview: true, isStreamEnabled: false };
const inline = { ...settings, reach: 'nothing' } as const;
const draft = { ...settings, reach: 'bots' } as const;

const script = { kind: 'runScript', code: 'return 1', args: [] } as const;
const link: Ask = { kind: 'loadBot', botId: 'b', isPreview: true };
const outside: readonly Ask[] = [
  { kind: 'httpRequest', method: 'GET', url: 'https://example.com', headers: {}, timeoutMs: 1 },
  { kind: 'forge', type: 'qr-code', action: 'Generate', options: {} },
  // A kind of effect that somebody adds later.
  { kind: 'teleport' } as unknown as Ask, // No such kind yet.
];

describe('a restricted preview', () => {
  test.each(outside)('is refused the effect %j', (ask) => {
    expect(allowedAsk(draft, ask)).toBeUndefined();
    expect(allowedAsk(inline, ask)).toBeUndefined();
    expect(allowedAsk(settings, ask)).toBe(ask);
  });

  test('follows links of a stored draft, and none of a flow that was sent along', () => {
    expect(allowedAsk(draft, link)).toBe(link);
    expect(allowedAsk(inline, link)).toBeUndefined();
  });

  test('runs scripts, whose requests fail and say why', () => {
    const granted: Ask = { ...script, capabilities: { fetch: true, setVariable: true } };
    const capabilities = { fetch: { refusal: RESTRICTED }, setVariable: true };
    expect(allowedAsk(inline, granted)).toEqual({ ...script, capabilities });
    expect(allowedAsk(inline, script)).toBe(script);
    expect(allowedAsk(settings, granted)).toBe(granted);
  });
});
