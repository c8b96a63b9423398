import { z } from 'zod';
import { defineBlock, type BlockContext, type BlockResult } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import type { CreatePaymentEffect } from '../../interpreter/effect.js';
import { ownRetry, retryField, variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { paymentQuote } from '../kind/paymentQuote.js';
import { accountIdSchema } from '../../documents/optionMeaning.js';

const addressSchema = z.looseObject({
  country: z.string().optional().describe('The country.'),
  line1: z.string().optional().describe('The first line.'),
  line2: z.string().optional().describe('The second line.'),
  state: z.string().optional().describe('The state or region.'),
  city: z.string().optional().describe('The city.'),
  postalCode: z.string().optional().describe('The postal code.'),
});

const optionsSchema = z.looseObject({
  ...variableField,
  provider: z.enum(['Stripe']).optional().describe('Who takes the payment; default Stripe.'),
  labels: z
    .looseObject({
      button: z.string().optional().describe('The text on the button; default "Pay".'),
      success: z.string().optional().describe('What a payment answers with; default "Success".'),
    })
    .optional()
    .describe('Texts of the field.'),
  additionalInformation: z
    .looseObject({
      description: z.string().optional().describe('What is paid for.'),
      name: z.string().optional().describe('Who pays.'),
      email: z.string().optional().describe('Where the receipt goes.'),
      phoneNumber: z.string().optional().describe('Their phone number.'),
      address: addressSchema.optional().describe('Their address.'),
    })
    .optional()
    .describe('What is known of the payment and of whom pays.'),
  credentialsId: accountIdSchema.optional().describe('The account the payment goes to; required.'),
  currency: z.string().optional().describe('As three letters (ISO 4217); default USD.'),
  amount: z
    .string()
    .optional()
    .describe(
      'In units of the currency, such as 9.90; a text, which may hold variables. Required.',
    ),
  ...retryField,
});

type Options = z.infer<typeof optionsSchema>;

const DEFAULT_RETRY = 'Payment failed. Please, try again.';

/** The members the client needs to show the payment form. */
const intentSchema = z.object({
  paymentIntentSecret: z
    .string()
    .describe('The secret of the intent, for the form of the provider.'),
  publicKey: z.string().describe('The public key of the account that is paid to.'),
});

const runtimeOptionsSchema = intentSchema.extend({
  amountLabel: z.string().describe('The amount as people read it, such as $9.90.'),
});

/**
 * Asks for a payment: an intent is made with the provider whenever the input is shown, also when it is shown again
 * after the client reported `fail`. When none can be made the call fails: a payment is never skipped.
 */
export const payment = defineBlock({
  type: 'payment input',
  family: 'input',
  summary: 'Asks for a payment.',
  example: { options: { credentialsId: 'cred_1', amount: '30', currency: 'EUR' } },
  schema: schemaOf('payment input', optionsSchema),
  shown: { runtimeOptions: runtimeOptionsSchema.describe('What only holds for this chat.') },
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
  parseReply: ({ text = '' }, { options }, context) =>
    text === '' || text === 'fail'
      ? { outcome: 'rejected', retry: ownRetry(options, context) ?? DEFAULT_RETRY }
      : { outcome: 'accepted', content: text },
  resume: (answer, block, context) => {
    if (!answer.ok) return withoutPayment(block.id, reasonFor(answer.error, context));
    const intent = intentSchema.safeParse(answer.value).data;
    if (!intent) return withoutPayment(block.id, 'the provider gave no intent');
    const amountLabel = String(answer.memo);
    return requestInput(block, context, { runtimeOptions: { ...intent, amountLabel } });
  },
});

function knownOf(
  { additionalInformation = {} }: Options,
  context: BlockContext,
): Pick<CreatePaymentEffect, 'description' | 'receiptEmail'> {
  const description = context.text(additionalInformation.description ?? '');
  const receiptEmail = context.text(additionalInformation.email ?? '');
  return { ...(description && { description }), ...(receiptEmail && { receiptEmail }) };
}

/** The log for the author: visitors do not see the provider's response. */
function reasonFor(error: string, { settings }: BlockContext): string {
  return settings.isPreview ? error : 'its account cannot be used';
}

function withoutPayment(blockId: string, why: string): BlockResult {
  const what = `The payment of block ${blockId} cannot be taken`;
  return { go: 'refuse', refusal: { reason: 'PAYMENT_IMPOSSIBLE', what, why } };
}
