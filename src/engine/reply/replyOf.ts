import type { ClientAction, Log, Message, Reply, TurnEvent } from './reply.js';

/** What the events of a turn come to: lists of some kinds, and of each other kind its last event. */
interface Folded {
  readonly messages: Message[];
  readonly actions: ClientAction[];
  readonly logs: Log[];
  readonly last: { [K in TurnEvent['kind']]?: Extract<TurnEvent, { kind: K }> | undefined };
}

/**
 * Folds the events of a turn into the reply. Members without a value are absent, never null; an input that was answered
 * within the turn is left out.
 */
export function replyOf(events: readonly TurnEvent[]): Reply {
  const folded: Folded = { messages: [], actions: [], logs: [], last: {} };
  for (const event of events) fold(folded, event);
  const { messages, actions, logs, last } = folded;
  const { turnEnd, input, dynamicTheme: theme, progress, language } = last;
  const { lastMessageNewFormat } = turnEnd ?? {};
  return {
    messages,
    ...(lastMessageNewFormat !== undefined && { lastMessageNewFormat }),
    ...(input && { input: input.input }),
    ...(actions.length > 0 && { clientSideActions: actions }),
    ...(logs.length > 0 && { logs }),
    ...(theme && { dynamicTheme: theme.dynamicTheme }),
    ...(progress && { progress: progress.progress }),
    ...(language && { language: language.language }),
  };
}

function fold({ messages, actions, logs, last }: Folded, event: TurnEvent): void {
  switch (event.kind) {
    case 'message':
      if (!event.isStreamed) messages.push(event.message);
      break;
    case 'action':
      actions.push(event.action);
      break;
    case 'log':
      logs.push(event.log);
      break;
    case 'heard':
      last.input = undefined;
      break;
    default:
      Object.assign(last, { [event.kind]: event });
  }
}
