import type { ClientAction, InputRequest, Message, TurnEvent } from '../engine/index.js';

/** The events of a turn as readable lines, without its end. */
export function linesOf(events: readonly TurnEvent[]): string[] {
  return events.flatMap((event) => lineOf(event) ?? []);
}

function lineOf(event: TurnEvent): string | undefined {
  switch (event.kind) {
    case 'heard':
      return `user: ${event.text}`;
    case 'message':
      return messageLine(event);
    case 'input':
      return `? ${asked(event.input)}`;
    case 'action':
      return `! ${actionText(event.action)}`;
    case 'log':
      return `log: ${event.log.status}: ${event.log.description}`;
    case 'turnEnd':
      return undefined;
    default:
      return lookLine(event);
  }
}

function lookLine(
  event: Extract<
    TurnEvent,
    { kind: 'dynamicTheme' | 'language' | 'progress' | 'status' | 'moved' }
  >,
): string {
  switch (event.kind) {
    case 'dynamicTheme':
      return `theme: ${JSON.stringify(event.dynamicTheme)}`;
    case 'language':
      return `language: ${event.language}`;
    case 'progress':
      return `progress: ${Math.round(event.progress)}`;
    case 'status':
      return `status: ${event.status}`;
    case 'moved':
      return `moved: version ${event.version}`;
  }
}

function messageLine({ message, isStreamed }: Extract<TurnEvent, { kind: 'message' }>): string {
  return `${isStreamed ? 'streamed' : 'bot'}: ${saidText(message)}`;
}

function actionText(action: ClientAction): string {
  const { type, [action.type]: payload, expectsDedicatedReply } = action;
  const shown = payload === undefined ? '' : ` ${JSON.stringify(payload)}`;
  return `${type}${shown}${expectsDedicatedReply ? ' and waits' : ''}`;
}

/** What a message says; one that is no text is its type and its content. */
export function saidText({ type, content }: Message): string {
  return type === 'text' ? String(content['plainText']) : `[${type}] ${JSON.stringify(content)}`;
}

/** The text by which people know an item of an input. */
export function itemLabel(item: Readonly<Record<string, unknown>>): string {
  return String(item['content'] ?? item['title'] ?? item['pictureSrc'] ?? item['imageUrl'] ?? '');
}

function asked({ type, items }: InputRequest): string {
  return items ? `${type}: ${items.map(itemLabel).join(' | ')}` : type;
}
