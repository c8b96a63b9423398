import type { BotTestStub, EffectResult, Flow, HandledEffect } from '../engine/index.js';
import { isJsonRecord } from '../engine/index.js';
import { isLike, MAX_COMPARING } from './likeText.js';

/** A request of a block to something outside of the server. */
export interface Asked {
  readonly blockId: string;
  readonly url?: string | undefined;
  readonly effect: HandledEffect;
  /** Which effect of the block it is in the turn, from 1. */
  readonly nth: number;
  readonly flow: Flow | undefined;
}

/** The stubs of a test that runs. */
export interface TestStubs {
  /** The stub for a request; undefined where none fits. */
  answer(asked: Asked): BotTestStub | undefined;
}

/** Opens the stubs of a test, which count how often each is used. After too many steps, none is found by its address. */
export function openStubs(stubs: readonly BotTestStub[]): TestStubs {
  const counts = new Map<BotTestStub, number>();
  let left = MAX_COMPARING;
  const isFor = ({ block, url }: BotTestStub, asked: Asked) => {
    if (url === undefined) return block === asked.blockId;
    if (asked.url === undefined) return false;
    left -= asked.url.length * url.length;
    return left > 0 && isLike(asked.url, url);
  };
  return {
    answer(asked) {
      const fitting = stubs.filter((stub) => isFor(stub, asked));
      for (const stub of fitting) counts.set(stub, (counts.get(stub) ?? 0) + 1);
      return fitting.find((stub) => stub.nth === undefined || stub.nth === counts.get(stub));
    },
  };
}

/** The result of an effect, as a stub gives it. */
export function stubbedResult(
  { kind }: HandledEffect,
  { result, error }: BotTestStub,
): EffectResult {
  if (error !== undefined) return { ok: false, error };
  return { ok: true, value: kind === 'httpRequest' ? responseOf(result) : result };
}

/** The response that a stub gives to a request: its status, 200 unless it says so, and its body as text. */
export function responseOf(result: unknown): {
  readonly statusCode: number;
  readonly body: string;
} {
  const isWhole = isJsonRecord(result) && ('statusCode' in result || 'body' in result);
  const { statusCode, body } = isWhole ? result : { statusCode: 200, body: result };
  return { statusCode: typeof statusCode === 'number' ? statusCode : 200, body: asText(body) };
}

function asText(body: unknown): string {
  if (typeof body === 'string') return body;
  return body === undefined ? '' : JSON.stringify(body);
}

/** Says which block requested something without a stub, and how to write one. */
export function missingStub(
  flow: Flow | undefined,
  blockId: string,
  { what, example }: { readonly what: string; readonly example: unknown },
): string {
  const at = flow?.block(blockId);
  const place = at ? `Block ${blockId} (${at.block.type}) in group "${at.group.title}"` : 'A block';
  const stub = JSON.stringify({ block: blockId, result: example });
  return `${place} ${what}, which a test does not do. Add to its stubs: ${stub}`;
}

/** What an effect does outside, and an example of its result. */
export function outsideOf(effect: HandledEffect): {
  readonly what: string;
  readonly example: unknown;
} {
  switch (effect.kind) {
    case 'httpRequest':
      return {
        what: `sends ${effect.method} ${effect.url}`,
        example: { statusCode: 200, body: {} },
      };
    case 'sendEmail':
      return { what: `sends an e-mail to ${effect.recipients.join(', ')}`, example: {} };
    case 'sheets':
      return {
        what: `uses the sheet ${effect.sheetId}`,
        example: effect.task.action === 'get' ? { rows: [] } : {},
      };
    case 'forge':
      return { what: `runs "${effect.action}" of ${effect.type}`, example: {} };
    default:
      return { what: `asks for ${effect.kind}`, example: {} };
  }
}
