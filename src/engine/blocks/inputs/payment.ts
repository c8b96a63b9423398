import { z } from 'zod';
import {
  defineBlock,
  type BlockContext,
  type BlockResult,
  type ParsedReply,
  type Refusal,
  type ReplyInput,
} from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import type {
  CreatePaymentEffect,
  EffectResult,
  VerifyPaymentEffect,
} from '../../interpreter/effect.js';
import { ownRetry, retryField, variableField } from '../kind/inputFields.js';
import { typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { intentSchema, memoSchema, shownIntentSchema } from '../kind/paymentIntent.js';
import { paymentQuote } from '../kind/paymentQuote.js';
import { accountIdSchema, priceSchema } from '../../documents/optionMeaning.js';
import { hasInlineCode, namesIn } from '../../text/names.js';
import { optional } from '../../fields/field.js';

const addressSchema = z.looseObject({
  country: optional(z.string(), 'The country.'),
  line1: optional(z.string(), 'The first line.', { title: 'First line' }),
  line2: optional(z.string(), 'The second line.', { title: 'Second line' }),
  state: optional(z.string(), 'The state or region.', { title: 'State or region' }),
  city: optional(z.string(), 'The city.'),
  postalCode: optional(z.string(), 'The postal code.'),
});

const DEFAULT_RETRY = 'Payment failed. Please, try again.';

const optionsSchema = z.looseObject({
  ...variableField,
  provider: optional(z.enum(['Stripe']), 'Who takes the payment.', { default: 'Stripe' }),
  labels: optional(
    z.looseObject({
      button: optional(z.string(), 'The text on the button.', {
        title: 'Text on the button',
        default: 'Pay',
        isTranslatable: true,
      }),
      success: optional(z.string(), 'What is kept as the answer once it is paid.', {
        title: 'Answer after the payment',
        default: 'Success',
      }),
    }),
    'Texts of the field.',
    { title: 'Texts' },
  ),
  additionalInformation: optional(
    z.looseObject({
      description: optional(z.string(), 'What is paid for.'),
      name: optional(z.string(), 'Who pays.'),
      email: optional(z.string(), 'Where the receipt goes.', { title: 'E-mail address' }),
      phoneNumber: optional(z.string(), 'Their phone number.'),
      address: optional(addressSchema, 'Their address.'),
    }),
    'What is known of the payment and of who pays.',
    { title: 'Details' },
  ),
  credentialsId: optional(accountIdSchema, 'The account the payment goes to.', {
    title: 'Account',
    credentials: 'stripe',
  }),
  currency: optional(priceSchema, 'As three letters (ISO 4217).', { default: 'USD' }),
  amount: optional(priceSchema, 'In units of the currency, such as 9.90. Required.'),
  ...retryField(DEFAULT_RETRY),
});

type Options = z.infer<typeof optionsSchema>;

const DEFAULT_SUCCESS = 'Success';

const runtimeOptionsSchema = shownIntentSchema.extend({
  amountLabel: z.string().describe('The amount as people read it, such as $9.90.'),
});

const statusSchema = z.enum(['paid', 'other', 'unknown', 'processing', 'unpaid']);

/**
 * Asks for a payment: an intent is made with the provider whenever the input is shown, also when it is shown again. When
 * none can be made the call fails: a payment is never skipped. Any reply, also the `fail` of a client, is accepted once
 * the provider says that the intent was paid, so that nobody pays twice; asked again while it is not; and the call fails
 * as long as nobody knows.
 */
export const payment = defineBlock({
  type: 'payment input',
  family: 'input',
  label: 'Payment',
  icon: 'card',
  searchWords: ['pay', 'stripe', 'money', 'checkout', 'price'],
  summary: 'Asks for a payment.',
  leaves:
    'Amount, currency, and the description, e-mail address, name and phone number of the block go to Stripe; the form of the client sends the payment there itself.',
  repeats:
    'Stripe is asked with the same `Idempotency-Key` and gives the same intent: nothing is charged twice.',
  example: { options: { credentialsId: 'cred_1', amount: '30', currency: 'EUR' } },
  schema: schemaOf('payment input', optionsSchema),
  shown: { runtimeOptions: runtimeOptionsSchema.describe('What only holds for this chat.') },
  *faults({ options: { amount = '', currency = '' } = {} }) {
    const isKnown = namesIn(amount + currency).next().done === true;
    if (isKnown && !hasInlineCode(amount + currency) && !paymentQuote(amount, currency))
      yield { code: 'PAYMENT_WITHOUT_AMOUNT', path: 'options.amount' };
  },
  services: () => ['createPayment'],
  enter: ({ id, options = {} }, context) => {
    const quote = paymentQuote(
      context.text(options.amount ?? ''),
      context.text(options.currency ?? ''),
    );
    if (!quote) return withoutPayment(id, 'it has no valid amount and currency');
    const { credentialsId } = options;
    if (!credentialsId) return withoutPayment(id, 'it names no account to pay to');
    const { amount, currency, label } = quote;
    const known = knownOf(options, context);
    return {
      go: 'outside',
      memo: label,
      effect: {
        kind: 'createPayment',
        provider: 'Stripe',
        credentialsId,
        amount,
        currency,
        ...known,
        isTest: context.settings.isPreview,
      },
    };
  },
  answers: () => [
    ...typed('typical', 'Success'),
    ...typed('invalid', 'fail'),
    ...typed('empty', ''),
  ],
  parseReply: (reply, { id, options }, context) => {
    const { text = '', checked, memo } = reply;
    const effect = verificationOf(reply, options, context);
    if (!effect) return rejected(options, context);
    if (!checked) return { outcome: 'unchecked', effect };
    const why = whyUnverified(checked, context);
    if (why !== undefined) return unverified(id, why);
    if (!checked.ok || checked.value !== 'paid') return rejected(options, context);
    const isReported = text !== '' && text !== 'fail';
    return { outcome: 'accepted', content: isReported ? text : memoSchema.parse(memo).success };
  },
  resume: (answer, block, context) => {
    if (!answer.ok) return withoutPayment(block.id, reasonFor(answer.error, context));
    const made = intentSchema.safeParse(answer.value).data;
    if (!made) return withoutPayment(block.id, 'the provider gave no intent');
    const { intentId, ...intent } = made;
    const amountLabel = String(answer.memo);
    const runtimeOptions = { ...intent, amountLabel };
    const success = context.text(block.options?.labels?.success ?? '') || DEFAULT_SUCCESS;
    return { ...requestInput(block, context, { runtimeOptions }), memo: { intentId, success } };
  },
});

function knownOf(
  { additionalInformation = {} }: Options,
  context: BlockContext,
): Pick<CreatePaymentEffect, 'description' | 'receiptEmail' | 'payer'> {
  const filled = (template = '') => context.text(template).trim();
  const description = filled(additionalInformation.description);
  const receiptEmail = filled(additionalInformation.email);
  const name = filled(additionalInformation.name);
  const phoneNumber = filled(additionalInformation.phoneNumber);
  const payer = { ...(name && { name }), ...(phoneNumber && { phoneNumber }) };
  return {
    ...(description && { description }),
    ...(receiptEmail && { receiptEmail }),
    ...((name || phoneNumber) && { payer }),
  };
}

/** Undefined without an account, and when no intent was stored, as by older servers. */
function verificationOf(
  { memo }: ReplyInput,
  options: Options | undefined,
  { settings }: BlockContext,
): VerifyPaymentEffect | undefined {
  const { intentId } = memoSchema.safeParse(memo).data ?? {};
  const credentialsId = options?.credentialsId;
  if (intentId === undefined || credentialsId === undefined) return undefined;
  const isTest = settings.isPreview;
  return { kind: 'verifyPayment', provider: 'Stripe', credentialsId, intentId, isTest };
}

function rejected(options: Options | undefined, context: BlockContext): ParsedReply {
  return { outcome: 'rejected', retry: ownRetry(options, context) ?? DEFAULT_RETRY };
}

/** Why it is not known yet whether a payment was made, if so. */
function whyUnverified(checked: EffectResult, context: BlockContext): string | undefined {
  if (!checked.ok) return reasonFor(checked.error, context);
  const status = statusSchema.safeParse(checked.value).data;
  if (status === undefined) return 'the provider gave no status';
  if (status === 'other') return 'what was paid is not what was asked for';
  if (status === 'unknown') return 'it was paid, but this server has no note of it';
  return status === 'processing' ? 'it is still being processed; try again later' : undefined;
}

/** The log for the author: visitors do not see the provider's response. */
function reasonFor(error: string, { settings }: BlockContext): string {
  return settings.isPreview ? error : 'its account cannot be used';
}

function withoutPayment(blockId: string, why: string): BlockResult {
  const what = `The payment of block ${blockId} cannot be taken`;
  return { go: 'refuse', refusal: { reason: 'PAYMENT_IMPOSSIBLE', what, why } };
}

function unverified(blockId: string, why: string): ParsedReply {
  const what = `The payment of block ${blockId} could not be verified`;
  const refusal: Refusal = { reason: 'PAYMENT_UNVERIFIED', what, why };
  return { outcome: 'refused', refusal };
}
