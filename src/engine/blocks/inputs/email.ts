import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { labelsOf, schemaOf } from '../kind/blockFields.js';
import { ownRetry, retryField, variableField } from '../kind/inputFields.js';
import { oneOf, typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';

const DEFAULT_RETRY = "This email doesn't seem to be valid. Can you type it again?";

/**
 * Parts without spaces or punctuation joined by dots, or a quoted text; then a domain name or a bracketed IPv4 address.
 */
const ADDRESS =
  /^([^\s<>()[\]\\.,;:@"]+(\.[^\s<>()[\]\\.,;:@"]+)*|"[^"\n]+")@(\[\d{1,3}(\.\d{1,3}){3}\]|([a-z\d-]+\.)+[a-z]{2,})$/i;

/** Asks for an e-mail address; it is stored in lower case. */
export const email = defineBlock({
  type: 'email input',
  holds: 'EMAIL',
  family: 'input',
  label: 'E-mail question',
  icon: 'at',
  searchWords: ['email', 'address', 'contact'],
  summary: 'Asks for an e-mail address.',
  example: { options: { variableId: 'vEmail', retryMessageContent: 'Is that an address?' } },
  schema: schemaOf(
    'email input',
    z.looseObject({
      ...variableField,
      labels: labelsOf('Type your email…'),
      ...retryField(DEFAULT_RETRY),
    }),
  ),
  faults: noFaults,
  enter: requestInput,
  answers: (_asked, draw) => [
    ...typed('typical', oneOf(['ada@example.com', 'grace.hopper@example.org'], draw)),
    ...typed('boundary', 'A+b@Example.COM'),
    ...typed('invalid', 'ada@', 'ada'),
    ...typed('empty', ''),
  ],
  parseReply: ({ text = '' }, { options }, context) =>
    ADDRESS.test(text)
      ? { outcome: 'accepted', content: text.toLowerCase() }
      : { outcome: 'rejected', retry: ownRetry(options, context) ?? DEFAULT_RETRY },
});
