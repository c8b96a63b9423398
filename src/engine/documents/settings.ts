import { z } from 'zod';
import { COMPARISON_OPERATORS } from '../conditions/comparisonOperator.js';
import { isEnabledSchema, optionalFlag, optionalNumber, optionalText } from './optionalMembers.js';

const systemMessagesSchema = z.looseObject({
  invalidMessage: optionalText('Said when an answer is not valid'),
  botClosed: optionalText('Said when the bot is closed'),
  networkErrorTitle: optionalText('Heads the message that the server cannot be reached'),
  networkErrorMessage: optionalText('Said when the server cannot be reached'),
  popupBlockedTitle: optionalText('Heads the message that a window was blocked'),
  popupBlockedDescription: optionalText('Said when a window was blocked'),
  popupBlockedButtonLabel: optionalText('On the button that opens the blocked window'),
  fileUploadError: optionalText('Said when an upload fails'),
  fileUploadSizeError: optionalText('Said when a file is too large'),
  messengerPictureChoiceSelectLabel: optionalText(
    'On the button that chooses a picture in the messenger',
  ),
});

const rememberUserSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  storage: z
    .enum(['session', 'local'])
    .describe('How long the browser remembers: for the session, or for good')
    .optional(),
});

const generalSchema = z.looseObject({
  isBrandingEnabled: optionalFlag('Whether the page names the product'),
  isTypingEmulationEnabled: optionalFlag('Whether the bot seems to type (before version 6)'),
  isInputPrefillEnabled: optionalFlag('Whether inputs show what their variable holds already'),
  isHideQueryParamsEnabled: optionalFlag('Whether values sent in the address are taken out of it'),
  isNewResultOnRefreshEnabled: optionalFlag(
    'Whether loading the page again starts another chat (before `rememberUser`)',
  ),
  rememberUser: rememberUserSchema
    .describe('Whether a visitor who comes back goes on with their result')
    .optional(),
  systemMessages: systemMessagesSchema.describe('The texts of the product itself').optional(),
});

const typingEmulationSchema = z.looseObject({
  enabled: optionalFlag('Whether the bot seems to type'),
  speed: optionalNumber('In words a minute'),
  maxDelay: optionalNumber('The longest wait before a message, in seconds'),
  delayBetweenBubbles: z
    .number()
    .min(0)
    .max(5)
    .describe('The wait between two messages, in seconds')
    .optional(),
  isDisabledOnFirstMessage: optionalFlag('Whether the first message comes at once'),
});

const metadataSchema = z.looseObject({
  title: optionalText('The title of the page'),
  description: optionalText('What it is about'),
  imageUrl: optionalText('The picture shown where the page is linked'),
  favIconUrl: optionalText('The icon of the page'),
  customHeadCode: optionalText('HTML added to the head of the page'),
  tagManagerId: optionalText('The id of a tag manager that the page loads'),
  allowIndexing: optionalFlag('Whether search engines may list the page'),
});

/** Compared with the incoming text; unlike elsewhere, a comparison names no variable. */
const comparisonSchema = z.looseObject({
  id: z.string().describe('Names this comparison'),
  comparisonOperator: z.enum(COMPARISON_OPERATORS).describe('How it is compared').optional(),
  value: optionalText('What to compare with'),
});

const startConditionSchema = z.looseObject({
  logicalOperator: z
    .enum(['OR', 'AND'])
    .describe('Whether all of the comparisons must hold, or one')
    .optional(),
  comparisons: z.array(comparisonSchema).describe('What the message is compared with').optional(),
});

const messengerChannelSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  startCondition: startConditionSchema.describe('Which first message starts the bot').optional(),
  sessionExpiryTimeout: z
    .number()
    .min(0.01)
    .max(48)
    .describe('Hours after which a chat of the messenger is over')
    .optional(),
  isWebhookForwardingEnabled: optionalFlag('Whether events of the messenger are passed on'),
  webhookForwardingEventTypes: z
    .array(z.enum(['all', 'errorStatuses', 'marketingStatuses']))
    .describe('Which events of the messenger are passed on')
    .optional(),
  errorAndMarketingStatusWebhookForwardUrl: z
    .string()
    .regex(/^https?:\/\//i, 'Must be an address that begins with http:// or https://')
    .describe('Where events of the messenger are passed on to')
    .optional(),
});

const securitySchema = z.looseObject({
  allowedOrigins: z
    .array(z.string())
    .describe('The origins of pages that may embed it; empty: all')
    .optional(),
});

/**
 * How a bot behaves as a whole. Sparse: an absent member has its default where it is used, and the default is never
 * written into the document.
 */
export const settingsSchema = z
  .looseObject({
    general: generalSchema.describe('What holds for the whole').optional(),
    typingEmulation: typingEmulationSchema
      .describe('The wait before each message, as if somebody typed')
      .optional(),
    metadata: metadataSchema.describe('What the page says about itself').optional(),
    messengerChannel: messengerChannelSchema
      .describe('How the bot answers in a messenger')
      .optional(),
    publicShare: z
      .looseObject({ isEnabled: isEnabledSchema })
      .describe('Whether anybody may copy the flow')
      .optional(),
    security: securitySchema.describe('Who may embed the bot').optional(),
  })
  .meta({
    id: 'Settings',
    description: 'How the bot behaves; what they do not say has its default',
  });

/** How a bot behaves as a whole. */
export type Settings = z.infer<typeof settingsSchema>;
