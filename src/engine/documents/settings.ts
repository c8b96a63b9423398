import { z } from 'zod';
import { COMPARISON_OPERATORS, OPERATORS_WITH_VALUE } from '../conditions/comparisonOperator.js';
import { isEnabledSchema } from './commonMembers.js';
import { optional } from '../fields/field.js';

const systemMessagesSchema = z.looseObject({
  invalidMessage: optional(z.string(), 'Said when an answer is not valid', {
    title: 'Answer not valid',
    default: 'Invalid message. Please, try again.',
    isTranslatable: true,
  }),
  botClosed: optional(z.string(), 'Said when the bot is closed', {
    title: 'Bot closed',
    default: 'This bot is now closed',
    isTranslatable: true,
  }),
  networkErrorTitle: optional(z.string(), 'Heads the message that the server cannot be reached', {
    title: 'No connection: title',
    isTranslatable: true,
  }),
  networkErrorMessage: optional(z.string(), 'Said when the server cannot be reached', {
    title: 'No connection: text',
    isTranslatable: true,
  }),
  popupBlockedTitle: optional(z.string(), 'Heads the message that a window was blocked', {
    title: 'Window blocked: title',
    isTranslatable: true,
  }),
  popupBlockedDescription: optional(z.string(), 'Said when a window was blocked', {
    title: 'Window blocked: text',
    isTranslatable: true,
  }),
  popupBlockedButtonLabel: optional(z.string(), 'On the button that opens the blocked window', {
    title: 'Window blocked: button',
    isTranslatable: true,
  }),
  fileUploadError: optional(z.string(), 'Said when an upload fails', {
    title: 'Upload failed',
    isTranslatable: true,
  }),
  fileUploadSizeError: optional(z.string(), 'Said when a file is too large', {
    title: 'File too large',
    isTranslatable: true,
  }),
  messengerPictureChoiceSelectLabel: optional(
    z.string(),
    'On the button that chooses a picture in the messenger',
    { title: 'Choose a picture in a messenger', isTranslatable: true },
  ),
});

const rememberUserSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  storage: optional(
    z.enum(['session', 'local']),
    'How long the browser remembers: for the session, or for good',
    {
      title: 'How long',
      default: 'session',
      labels: { session: 'Until the browser is closed', local: 'For good' },
    },
  ),
});

const generalSchema = z.looseObject({
  isBrandingEnabled: optional(z.boolean(), 'Whether the page names the product', {
    title: 'Names the product',
  }),
  isTypingEmulationEnabled: optional(
    z.boolean(),
    'Whether the bot seems to type (before version 6)',
    { deprecated: true },
  ),
  isInputPrefillEnabled: optional(
    z.boolean(),
    'Whether inputs show what their variable holds already',
    { title: 'Fields show earlier answers' },
  ),
  isTypedTextShown: optional(
    z.boolean(),
    'Whether the person who answers in place of the bot sees what the visitor types before it is sent; the page says so',
    { title: 'Agents see what is typed' },
  ),
  isHideQueryParamsEnabled: optional(
    z.boolean(),
    'Whether values sent in the address are taken out of it',
    { title: 'Hides values in the address', default: true },
  ),
  isNewResultOnRefreshEnabled: optional(
    z.boolean(),
    'Whether loading the page again starts another chat (before `rememberUser`)',
    { deprecated: true },
  ),
  rememberUser: optional(
    rememberUserSchema,
    'Whether a visitor who comes back goes on with their result',
    { title: 'Remembers visitors' },
  ),
  systemMessages: optional(systemMessagesSchema, 'The texts of the product itself', {
    title: 'Texts of the chat',
  }),
});

const typingEmulationSchema = z.looseObject({
  enabled: optional(z.boolean(), 'Whether the bot seems to type', { title: 'On', default: true }),
  speed: optional(z.number(), 'In words a minute', { unit: 'words a minute', default: 400 }),
  maxDelay: optional(z.number(), 'The longest wait before a message, in seconds', {
    default: 3,
    title: 'Longest wait',
    unit: 's',
  }),
  delayBetweenBubbles: optional(
    z.number().min(0).max(5),
    'The wait between two messages, in seconds',
    { title: 'Wait between messages', default: 0, unit: 's' },
  ),
  isDisabledOnFirstMessage: optional(z.boolean(), 'Whether the first message comes at once', {
    title: 'First message at once',
    default: true,
  }),
});

const metadataSchema = z.looseObject({
  title: optional(z.string(), 'The title of the page', { isTranslatable: true }),
  description: optional(z.string(), 'What it is about', {
    title: 'Description',
    control: 'LONG_TEXT',
    isTranslatable: true,
  }),
  imageUrl: optional(z.string(), 'The picture shown where the page is linked', {
    title: 'Picture',
    control: 'FILE',
  }),
  favIconUrl: optional(z.string(), 'The icon of the page', { title: 'Icon', control: 'FILE' }),
  customHeadCode: optional(z.string(), 'HTML added to the head of the page', {
    title: 'HTML in the head',
    control: 'CODE',
    language: 'HTML',
  }),
  tagManagerId: optional(z.string(), 'The id of a tag manager that the page loads', {
    title: 'Tag manager ID',
  }),
  allowIndexing: optional(z.boolean(), 'Whether search engines may list the page', {
    title: 'Listed by search engines',
    default: true,
  }),
});

/** Compared with the incoming text; unlike elsewhere, a comparison names no variable. */
const comparisonSchema = z.looseObject({
  id: z.string().describe('Names this comparison'),
  comparisonOperator: optional(z.enum(COMPARISON_OPERATORS), 'How it is compared', {
    title: 'Comparison',
  }),
  value: optional(z.string(), 'What to compare with', {
    title: 'Value',
    showsWhen: { comparisonOperator: OPERATORS_WITH_VALUE },
  }),
});

const startConditionSchema = z.looseObject({
  logicalOperator: optional(
    z.enum(['OR', 'AND']),
    'Whether all of the comparisons must hold, or one',
    {
      title: 'How many must hold',
      default: 'AND',
      labels: { OR: 'One is enough', AND: 'All of them' },
    },
  ),
  comparisons: optional(z.array(comparisonSchema), 'What the message is compared with'),
});

const messengerChannelSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  startCondition: optional(startConditionSchema, 'Which first message starts the bot'),
  sessionExpiryTimeout: optional(
    z.number().min(0.01).max(48),
    'Hours after which a chat of the messenger is over',
    { title: 'A chat is over after', default: 4, unit: 'h' },
  ),
  isWebhookForwardingEnabled: optional(
    z.boolean(),
    'Whether events of the messenger are passed on',
    { title: 'Passes events on' },
  ),
  webhookForwardingEventTypes: optional(
    z.array(z.enum(['all', 'errorStatuses', 'marketingStatuses'])),
    'Which events of the messenger are passed on',
    {
      title: 'Events',
      labels: { errorStatuses: 'Errors', marketingStatuses: 'Marketing' },
      showsWhen: { isWebhookForwardingEnabled: [true] },
    },
  ),
  errorAndMarketingStatusWebhookForwardUrl: optional(
    z.string().regex(/^https?:\/\//i, 'Must be an address that begins with http:// or https://'),
    'Where events of the messenger are passed on to',
    { title: 'Passed on to', control: 'URL', showsWhen: { isWebhookForwardingEnabled: [true] } },
  ),
});

const securitySchema = z.looseObject({
  allowedOrigins: optional(
    z.array(z.string()),
    'The origins of pages that may embed it; empty: all',
    { title: 'Pages that may embed it' },
  ),
});

/**
 * How a bot behaves as a whole. Sparse: an absent member has its default where it is used, and the default is never
 * written into the document.
 */
export const settingsSchema = z
  .looseObject({
    general: optional(generalSchema, 'What holds for the whole'),
    typingEmulation: optional(
      typingEmulationSchema,
      'The wait before each message, as if somebody typed',
      { title: 'Seems to type' },
    ),
    metadata: optional(metadataSchema, 'What the page says about itself', { title: 'Page' }),
    messengerChannel: optional(messengerChannelSchema, 'How the bot answers in a messenger', {
      title: 'Messenger',
    }),
    publicShare: optional(
      z.looseObject({ isEnabled: isEnabledSchema }),
      'Whether anybody may copy the flow',
      { title: 'Public copy' },
    ),
    security: optional(securitySchema, 'Who may embed the bot'),
  })
  .meta({
    id: 'Settings',
    description: 'How the bot behaves; what they do not say has its default',
  });

/** How a bot behaves as a whole. */
export type Settings = z.infer<typeof settingsSchema>;
