import type { InputRequest, Reply, TurnEvent } from './reply.js';

/**
 * Folds the events of a turn into the reply. Members without a value are absent, never null; an input that was answered
 * within the turn is left out.
 */
export function replyOf(events: readonly TurnEvent[]): Reply {
  const actions = pick(events, 'action').map(({ action }) => action);
  const logs = pick(events, 'log').map(({ log }) => log);
  const lastMessageNewFormat = pick(events, 'turnEnd').at(-1)?.lastMessageNewFormat;
  const input = openInput(events);
  const dynamicTheme = pick(events, 'dynamicTheme').at(-1)?.dynamicTheme;
  const progress = pick(events, 'progress').at(-1)?.progress;
  return {
    messages: pick(events, 'message')
      .filter(({ isStreamed }) => !isStreamed)
      .map(({ message }) => message),
    ...(lastMessageNewFormat !== undefined && { lastMessageNewFormat }),
    ...(input && { input }),
    ...(actions.length > 0 && { clientSideActions: actions }),
    ...(logs.length > 0 && { logs }),
    ...(dynamicTheme && { dynamicTheme }),
    ...(progress !== undefined && { progress }),
    ...languageOf(events),
  };
}

function languageOf(events: readonly TurnEvent[]): Pick<Reply, 'language'> {
  const last = pick(events, 'language').at(-1);
  return last ? { language: last.language } : {};
}

function pick<K extends TurnEvent['kind']>(
  events: readonly TurnEvent[],
  kind: K,
): Extract<TurnEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<TurnEvent, { kind: K }> => event.kind === kind);
}

function openInput(events: readonly TurnEvent[]): InputRequest | undefined {
  const last = events.findLast((event) => event.kind === 'input' || event.kind === 'heard');
  return last?.kind === 'input' ? last.input : undefined;
}
