import type { CreateWebhookMutationVariables } from '@parley/client/dashboard';
import { t } from '../i18n/t.js';

/** Something that a webhook receives. */
export type EventType = CreateWebhookMutationVariables['input']['eventTypes'][number];

/** The kinds of events in words, in the order of a form. */
export const EVENTS: Readonly<Record<EventType, string>> = {
  RESULT_STARTED: t('Result began'),
  RESULT_ANSWERED: t('Answer given'),
  RESULT_COMPLETED: t('Result completed'),
  CHAT_WAITING: t('Visitor waits for a person'),
  CHAT_ASSIGNED: t('Chat assigned'),
  CHAT_PAUSED: t('Chat taken over'),
  CHAT_CLOSED: t('Chat closed'),
  BOT_PUBLISHED: t('Bot published'),
  VERSION_PROMOTED: t('Stage promoted'),
  SPLIT_STOPPED: t('Split stopped'),
  TESTS_FAILED: t('Tests failed'),
  TESTS_PASSED: t('Tests pass again'),
  BUDGET_SPENT: t('AI budget spent'),
  DOMAIN_UNPROVEN: t('Domain not proven any more'),
  DOMAIN_LOST: t('Domain lost'),
  WEBHOOK_TEST: t('A test'),
};
