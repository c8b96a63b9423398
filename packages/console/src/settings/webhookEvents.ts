import type { CreateWebhookMutationVariables } from '@parley/client/dashboard';

/** Something that a webhook receives. */
export type EventType = CreateWebhookMutationVariables['input']['eventTypes'][number];

/** The kinds of events in words, in the order of a form. */
export const EVENTS: Readonly<Record<EventType, string>> = {
  RESULT_STARTED: 'Result began',
  RESULT_ANSWERED: 'Answer given',
  RESULT_COMPLETED: 'Result completed',
  CHAT_WAITING: 'Visitor waits for a person',
  CHAT_ASSIGNED: 'Chat assigned',
  CHAT_PAUSED: 'Chat taken over',
  CHAT_CLOSED: 'Chat closed',
  BOT_PUBLISHED: 'Bot published',
  VERSION_PROMOTED: 'Stage promoted',
  SPLIT_STOPPED: 'Split stopped',
  BUDGET_SPENT: 'AI budget spent',
  DOMAIN_UNPROVEN: 'Domain not proven any more',
  DOMAIN_LOST: 'Domain lost',
  WEBHOOK_TEST: 'Test',
};
