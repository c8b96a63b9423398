import { z } from 'zod';
import { COMPARISON_OPERATORS } from '../conditions/comparisonOperator.js';

const text = z.string().optional();
const number = z.number().optional();
const flag = z.boolean().optional();

const systemMessagesSchema = z.looseObject({
  invalidMessage: text,
  botClosed: text,
  networkErrorTitle: text,
  networkErrorMessage: text,
  popupBlockedTitle: text,
  popupBlockedDescription: text,
  popupBlockedButtonLabel: text,
  fileUploadError: text,
  fileUploadSizeError: text,
  messengerPictureChoiceSelectLabel: text,
});

const generalSchema = z.looseObject({
  isBrandingEnabled: flag,
  isTypingEmulationEnabled: flag,
  isInputPrefillEnabled: flag,
  isHideQueryParamsEnabled: flag,
  isNewResultOnRefreshEnabled: flag,
  rememberUser: z
    .looseObject({ isEnabled: flag, storage: z.enum(['session', 'local']).optional() })
    .optional(),
  systemMessages: systemMessagesSchema.optional(),
});

/** Speed in words a minute, delays in seconds. */
const typingEmulationSchema = z.looseObject({
  enabled: flag,
  speed: number,
  maxDelay: number,
  delayBetweenBubbles: z.number().min(0).max(5).optional(),
  isDisabledOnFirstMessage: flag,
});

const metadataSchema = z.looseObject({
  title: text,
  description: text,
  imageUrl: text,
  favIconUrl: text,
  customHeadCode: text,
  tagManagerId: text,
  allowIndexing: flag,
});

/** Compared with the incoming text; unlike elsewhere, a comparison names no variable. */
const startConditionSchema = z.looseObject({
  logicalOperator: z.enum(['OR', 'AND']).optional(),
  comparisons: z
    .array(
      z.looseObject({
        id: z.string(),
        comparisonOperator: z.enum(COMPARISON_OPERATORS).optional(),
        value: text,
      }),
    )
    .optional(),
});

const messengerChannelSchema = z.looseObject({
  isEnabled: flag,
  startCondition: startConditionSchema.optional(),
  /** Hours since the last message. */
  sessionExpiryTimeout: z.number().min(0.01).max(48).optional(),
  isWebhookForwardingEnabled: flag,
  webhookForwardingEventTypes: z
    .array(z.enum(['all', 'errorStatuses', 'marketingStatuses']))
    .optional(),
  errorAndMarketingStatusWebhookForwardUrl: z
    .string()
    .regex(/^https?:\/\//i, 'must be an address that begins with http:// or https://')
    .optional(),
});

/**
 * How a bot behaves as a whole. Sparse: an absent member has its default where it is used, and the default is never
 * written into the document.
 */
export const settingsSchema = z.looseObject({
  general: generalSchema.optional(),
  typingEmulation: typingEmulationSchema.optional(),
  metadata: metadataSchema.optional(),
  messengerChannel: messengerChannelSchema.optional(),
  publicShare: z.looseObject({ isEnabled: flag }).optional(),
  security: z.looseObject({ allowedOrigins: z.array(z.string()).optional() }).optional(),
});

/** How a bot behaves as a whole. */
export type Settings = z.infer<typeof settingsSchema>;
