import type { InputRequest, Message, TurnEvent } from '../../src/engine/reply/reply.js';
import type { StepResult } from '../../src/engine/interpreter/step.js';

/** A turn as readable lines: its events, or why it was refused. */
export function linesOfTurn({ events, refusal }: Pick<StepResult, 'events' | 'refusal'>): string[] {
  return refusal
    ? [`refused: ${refusal.reason}: ${refusal.what}: ${refusal.why}`]
    : linesOf(events);
}

/** The events of a turn as readable lines, without its end. */
export function linesOf(events: readonly TurnEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.kind) {
      case 'heard':
        return [`user: ${event.text}`];
      case 'message':
        return [`${event.isStreamed ? 'streamed' : 'bot'}: ${said(event.message)}`];
      case 'input':
        return [`? ${asked(event.input)}`];
      case 'action': {
        const { type, [event.action.type]: payload, expectsDedicatedReply } = event.action;
        const shown = payload === undefined ? '' : ` ${JSON.stringify(payload)}`;
        return [`! ${type}${shown}${expectsDedicatedReply ? ' and waits' : ''}`];
      }
      case 'log':
        return [`log: ${event.log.status}: ${event.log.description}`];
      case 'dynamicTheme':
        return [`theme: ${JSON.stringify(event.dynamicTheme)}`];
      case 'progress':
        return [`progress: ${Math.round(event.progress)}`];
      case 'status':
        return [`status: ${event.status}`];
      case 'turnEnd':
        return [];
    }
  });
}

function said({ type, content }: Message): string {
  return type === 'text' ? String(content['plainText']) : `[${type}] ${JSON.stringify(content)}`;
}

function asked({ type, items }: InputRequest): string {
  return items
    ? `${type}: ${items.map((item) => item['content'] ?? item['title'] ?? item['pictureSrc'] ?? item['imageUrl']).join(' | ')}`
    : type;
}
