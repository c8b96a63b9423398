import type { Shown } from '../chat/chat.js';

/** Whether the chat waits for the event of this message: it came last, and nothing else is asked. */
export function isAwaited({ said, input, isEnded }: Shown, id: string): boolean {
  const last = said.at(-1);
  return !input && !isEnded && last !== undefined && 'message' in last && last.message.id === id;
}
