import { describe, expect, test } from '@jest/globals';
import type { Effect } from '../../../src/engine/interpreter/effect.js';
import { allowedEffect, RESTRICTED } from '../../../src/engine/interpreter/allowedEffects.js';

const settings = { isPreview: true, isStreamEnabled: false };
const inline = { ...settings, reach: 'nothing' } as const;
const draft = { ...settings, reach: 'bots' } as const;

const script = { kind: 'runScript', code: 'return 1', args: [] } as const;
const link: Effect = { kind: 'loadBot', botId: 'b', isPreview: true };
const outside: readonly Effect[] = [
  { kind: 'httpRequest', method: 'GET', url: 'https://example.com', headers: {}, timeoutMs: 1 },
  { kind: 'forge', type: 'qr-code', action: 'Generate', options: {} },
  // Stands for a kind of effect that is added later.
  { kind: 'teleport' } as unknown as Effect, // This kind does not exist.
];

describe('a restricted preview', () => {
  test.each(outside)('is refused the effect %j', (ask) => {
    expect(allowedEffect(draft, ask)).toBeUndefined();
    expect(allowedEffect(inline, ask)).toBeUndefined();
    expect(allowedEffect(settings, ask)).toBe(ask);
  });

  test('follows links of a stored draft, but not of a flow that was sent along', () => {
    expect(allowedEffect(draft, link)).toBe(link);
    expect(allowedEffect(inline, link)).toBeUndefined();
  });

  test('of an example uses the accounts of the operator, and nothing else', () => {
    const example = { ...settings, reach: 'example' } as const;
    const [request, vendor] = outside;
    expect(vendor && allowedEffect(example, vendor)).toBe(vendor);
    expect(request && allowedEffect(example, request)).toBeUndefined();
    expect(allowedEffect(example, link)).toBeUndefined();
    expect(allowedEffect(example, { ...script, capabilities: { fetch: true } })).toMatchObject({
      capabilities: { fetch: { refusal: RESTRICTED } },
    });
  });

  test('runs scripts, whose requests fail with the reason', () => {
    const granted: Effect = { ...script, capabilities: { fetch: true, setVariable: true } };
    const capabilities = { fetch: { refusal: RESTRICTED }, setVariable: true };
    expect(allowedEffect(inline, granted)).toEqual({ ...script, capabilities });
    expect(allowedEffect(inline, script)).toBe(script);
    expect(allowedEffect(settings, granted)).toBe(granted);
  });
});
