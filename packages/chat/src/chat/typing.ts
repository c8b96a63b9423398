import type { ChatMessage } from '@parley/client';
import { textIn } from '../json.js';
import type { Settings } from '../theme/shapes.js';

/** Milliseconds during which the bot seems to type a message, by the settings of the bot (`typingEmulation`). */
export function typingTimeOf(message: ChatMessage, settings: Settings, isFirst: boolean): number {
  const { speed, maxDelay, isOn, isDisabledOnFirstMessage } = paceOf(settings);
  if (!isOn || (isFirst && isDisabledOnFirstMessage) || message.type !== 'text') return 0;
  const text = textIn(message.content['plainText']);
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? text.length;
  return Math.min((words / Math.max(speed, 1)) * 60_000, maxDelay * 1_000);
}

function paceOf({ typingEmulation = {}, general = {} }: Settings) {
  const usual = { speed: 400, maxDelay: 3, isDisabledOnFirstMessage: true };
  const isOn = typingEmulation.enabled ?? general.isTypingEmulationEnabled ?? true;
  return { ...usual, ...typingEmulation, isOn };
}

/** Milliseconds between two messages of the bot. */
export function pauseBetween({ typingEmulation = {} }: Settings): number {
  return (typingEmulation.delayBetweenBubbles ?? 0) * 1_000;
}
