import type { ChatMessage } from '@parley/client';
import { textIn } from '../json.js';
import type { Settings } from '../theme/shapes.js';

/** How long the bot appears to type a message, in milliseconds, by its settings (`typingEmulation`). */
export function typingTimeOf(message: ChatMessage, settings: Settings, isFirst: boolean): number {
  const { speed, maxDelay, isOn, isDisabledOnFirstMessage } = paceOf(settings);
  if (!isOn || (isFirst && isDisabledOnFirstMessage) || message.type !== 'text') return 0;
  const text = textIn(message.content['plainText']);
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? text.length;
  return Math.min((words / Math.max(speed, 1)) * 60_000, maxDelay * 1_000);
}

function paceOf({ typingEmulation = {}, general = {} }: Settings) {
  const defaults = { speed: 400, maxDelay: 3, isDisabledOnFirstMessage: true };
  const isOn = typingEmulation.enabled ?? general.isTypingEmulationEnabled ?? true;
  return { ...defaults, ...typingEmulation, isOn };
}

/** The pause between two messages of the bot, in milliseconds. */
export function pauseBetween({ typingEmulation = {} }: Settings): number {
  return (typingEmulation.delayBetweenBubbles ?? 0) * 1_000;
}
