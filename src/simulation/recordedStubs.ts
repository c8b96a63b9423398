import { isJsonRecord, parseJson, type BotTestStub, type EffectResult } from '../engine/index.js';
import type { ReplayResult } from '../schema/chatReplay.js';
import type { Mask } from './maskAnswers.js';
import { sampleOutcomes, type SampledEffect } from './sampleOutcomes.js';
import type { Asked, TestStubs } from './testStubs.js';

/** Answers a test that is recorded with what services answered in its chat, and writes that as stubs. */
export interface RecordedStubs extends TestStubs {
  /** Begins a turn, in which these results were kept. */
  begin(results: readonly ReplayResult[]): void;
  written(): BotTestStub[];
  /** What has to be filled in, as sentences. */
  notes(): string[];
}

/** Opens the stubs of a test that is recorded. */
export function openRecordedStubs(mask: Mask): RecordedStubs {
  const counts = new Map<string, number>();
  const answers: BotTestStub[] = [];
  const fetched = new Map<string, BotTestStub>();
  const notes: string[] = [];
  let kept: readonly ReplayResult[] = [];
  return {
    begin: (results) => void (kept = results),
    written: () => [...answers, ...fetched.values()],
    notes: () => notes,
    answer(asked) {
      const { effect } = asked;
      if (effect.kind === 'loadBot') return undefined;
      if (effect.kind !== 'evaluate' && effect.kind !== 'runScript') return answered(effect, asked);
      const stub = { url: mask.text(asked.url ?? '').replaceAll('***', '*'), result: {} };
      if (!fetched.has(stub.url)) notes.push(toFillIn(asked, `what ${stub.url} answers`));
      fetched.set(stub.url, stub);
      return stub;
    },
  };

  function answered(effect: SampledEffect, asked: Asked): BotTestStub | undefined {
    const { blockId, flow } = asked;
    const nth = (counts.get(blockId) ?? 0) + 1;
    counts.set(blockId, nth);
    const known = resultOf(kept, asked);
    if (isStep(effect, known)) return undefined;
    if (!known) notes.push(toFillIn(asked, `what it was answered the ${ordinal(nth)} time`));
    const block = flow?.block(blockId)?.block;
    const result = known ?? sampleOutcomes(effect, block, () => [])[0].result;
    const stub = { block: blockId, nth, ...answerOf(effect, result, mask) };
    answers.push(stub);
    return stub;
  }
}

/** Whether a payment is made is a step of the test. */
function isStep({ kind }: SampledEffect, known: EffectResult | undefined): boolean {
  return kind === 'verifyPayment' || (kind === 'createPayment' && (known?.ok ?? true));
}

/** The result that was kept of an effect of a turn; undefined where none was. */
function resultOf(
  kept: readonly ReplayResult[],
  { blockId, nth }: Asked,
): EffectResult | undefined {
  const found = kept.find((one) => one.block === blockId && one.nth === nth);
  return found && 'result' in found ? found.result : undefined;
}

function toFillIn(asked: Asked, what: string): string {
  const { flow, blockId } = asked;
  const at = flow?.block(blockId);
  const place = at ? `${at.block.type} in "${at.group.title}"` : 'A block';
  return `${place} (${blockId}): ${what} was not kept; fill in its stub`;
}

function ordinal(nth: number): string {
  return ['first', 'second', 'third'][nth - 1] ?? `${nth}th`;
}

function answerOf(
  { kind }: SampledEffect,
  result: EffectResult,
  mask: Mask,
): Pick<BotTestStub, 'result' | 'error'> {
  if (!result.ok) return { error: mask.text(result.error) };
  return { result: mask.value(kind === 'httpRequest' ? readable(result.value) : result.value) };
}

/** A response whose body is JSON where that gives the same text again. */
function readable(response: unknown): unknown {
  if (!isJsonRecord(response)) return response;
  const { statusCode, body } = response;
  const parsed = typeof body === 'string' ? parseJson(body) : undefined;
  const isSame = typeof parsed === 'object' && parsed !== null && JSON.stringify(parsed) === body;
  return { statusCode, body: isSame ? parsed : body };
}
