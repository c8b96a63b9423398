import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { labelsOf, schemaOf } from '../kind/blockFields.js';
import { ownRetry, retryField, variableField } from '../kind/inputFields.js';
import { oneOf, typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { optional } from '../../fields/field.js';

const optionsSchema = z.looseObject({
  ...variableField,
  labels: labelsOf('Type your phone number…'),
  ...retryField(),
  defaultCountryCode: optional(
    z.string(),
    'The country of numbers without +, as two letters (ISO 3166-1), such as FR.',
    { title: 'Country' },
  ),
});

/** Real answers are shorter; the search takes long on long texts. */
const MAX_TEXT_LENGTH = 1_000;

/** Asks for a phone number; the first one found in the answer is stored as E.164, such as +33612345678. */
export const phone = defineBlock({
  type: 'phone number input',
  holds: 'PHONE_NUMBER',
  family: 'input',
  label: 'Phone question',
  icon: 'phone',
  searchWords: ['telephone', 'mobile', 'whatsapp', 'contact'],
  summary: 'Asks for a phone number.',
  example: { options: { variableId: 'vPhone', defaultCountryCode: 'FR' } },
  schema: schemaOf('phone number input', optionsSchema),
  faults: noFaults,
  enter: requestInput,
  answers: (_asked, draw) => [
    ...typed('typical', oneOf(['+33 6 12 34 56 78', '+1 212 555 0123'], draw)),
    ...typed('boundary', '+4915112345678'),
    ...typed('invalid', '12', 'no number'),
    ...typed('empty', ''),
  ],
  parseReply: ({ text = '' }, { options = {} }, context) => {
    const content = text.length > MAX_TEXT_LENGTH ? undefined : numberIn(text, options, context);
    return content === undefined
      ? { outcome: 'rejected', retry: ownRetry(options, context) }
      : { outcome: 'accepted', content };
  },
});

function numberIn(
  text: string,
  { defaultCountryCode = '' }: z.infer<typeof optionsSchema>,
  context: BlockContext,
): string | undefined {
  const country = context.text(defaultCountryCode).trim().toUpperCase();
  const [found] = findPhoneNumbersInText(
    text,
    isSupportedCountry(country) ? { defaultCountry: country } : {},
  );
  return found?.number.number;
}
