import type { TraceShownFragment } from '@parley/client/dashboard';
import { t } from '../i18n/t.js';

/** One thing that happened in a turn, in words. */
export interface EntryShown {
  readonly id: string;
  /** The block where it happened, if it was in one of this bot. */
  readonly blockId: string | undefined;
  readonly title: string;
  /** What it did, line by line. */
  readonly lines: readonly string[];
  readonly isFault: boolean;
  /** What was requested and what came back, for those who may see that. */
  readonly request: string | undefined;
  readonly result: string | undefined;
}

const MAX_LENGTH = 120;

/** Says what happened in an entry of a trace; nothing of entries that only keep the state. */
export function entryInWords(
  entry: TraceShownFragment,
  nameOf: (blockId: string) => string,
): EntryShown | undefined {
  const { kind, entryId, blockId } = entry;
  if (kind === 'STATE' || kind === 'BEGAN') return undefined;
  return {
    id: entryId,
    blockId: blockId ?? undefined,
    title: titleOf(entry, nameOf),
    lines: linesOf(entry),
    isFault: isFault(entry),
    request: entry.effect?.request ?? undefined,
    result: entry.effect?.result ?? undefined,
  };
}

function isFault({ effect, way }: TraceShownFragment): boolean {
  return effect?.isOk === false || way === 'STOPPED' || way === 'REFUSED';
}

/** What is done outside for a block, by the kind of the effect. */
const EFFECTS: Readonly<Record<string, string>> = {
  evaluate: t('Code in a text'),
  runScript: t('Code'),
  pause: t('Pause'),
  loadBot: t('Another bot'),
  httpRequest: t('HTTP request'),
  sendEmail: t('E-mail'),
  sheets: t('Sheet'),
  forge: t('Service'),
  createPayment: t('Payment'),
  verifyPayment: t('Check of the payment'),
};

function titleOf(
  { kind, blockId, effect, limits }: TraceShownFragment,
  nameOf: (blockId: string) => string,
): string {
  if (kind === 'EDITED') return t('You changed variables');
  if (kind === 'ENDED') {
    const took = limits?.turnTook;
    return typeof took === 'number'
      ? t('The turn took {time} ms', { time: Math.round(took) })
      : t('The turn ended');
  }
  if (effect) {
    const kind = EFFECTS[effect.kind] ?? effect.kind;
    const values = { kind, time: Math.round(effect.duration) };
    return effect.isOk
      ? t('{kind}: done in {time} ms', values)
      : t('{kind}: failed in {time} ms', values);
  }
  return blockId === null ? t('A block') : nameOf(blockId);
}

function linesOf({ changes, conditions, effect, logs, way }: TraceShownFragment): string[] {
  return [
    ...conditions.flatMap(({ holds, comparisons }) => [
      ...comparisons.map(
        ({ left, operator, right, holds: isSo }) =>
          `${isSo ? '✓' : '✗'} ${shown(left)} ${operator.toLowerCase()} ${shown(right)}`,
      ),
      ...(comparisons.length === 1
        ? []
        : [holds ? t('✓ The condition holds') : t('✗ It does not hold')]),
    ]),
    ...changes
      .filter(({ kind }) => kind === 'VARIABLE')
      .map(({ name, from, to }) => `${name}: ${shown(from)} → ${shown(to)}`),
    ...(effect?.error ? [effect.error] : []),
    ...(effect?.use
      ? [
          t('{count} tokens, {cost}', {
            count: effect.use.tokens,
            cost: `$${effect.use.cost.toFixed(4)}`,
          }),
        ]
      : []),
    ...(effect?.printed ?? []),
    ...logs,
    ...(way === 'WAITS' ? [t('Waits for the visitor')] : []),
    ...(way === 'ENDED' ? [t('The chat ends')] : []),
  ];
}

/** A value as one short line. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '—';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}
