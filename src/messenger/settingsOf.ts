import { closedTextOf } from '../chat/startChat.js';
import type { Flow, Settings } from '../engine/index.js';
import type { ConversationSettings } from '../schema/messengerConversation.js';

/** After how many hours without a message another chat begins. */
const EXPIRES_AFTER = 4;

/** What a conversation keeps of the settings of its bot, with the usual ones where these say nothing. */
export function settingsOf(flow: Flow): ConversationSettings {
  const { messengerChannel, general, typingEmulation } = flow.definition.settings;
  return {
    hours: messengerChannel?.sessionExpiryTimeout ?? EXPIRES_AFTER,
    selectLabel: general?.systemMessages?.messengerPictureChoiceSelectLabel || 'Select',
    closedText: closedTextOf(flow),
    typing: typingOf(flow.definition.settings),
    between: typingEmulation?.delayBetweenBubbles,
  };
}

function typingOf({ general, typingEmulation = {} }: Settings): ConversationSettings['typing'] {
  const { enabled, speed = 400, maxDelay = 3, isDisabledOnFirstMessage } = typingEmulation;
  const isOn = enabled ?? general?.isTypingEmulationEnabled ?? true;
  const isFirstToo = isDisabledOnFirstMessage === false;
  return isOn ? { wordsPerMinute: speed, mostSeconds: maxDelay, isFirstToo } : undefined;
}
