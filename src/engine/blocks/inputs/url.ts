import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { labelsOf, schemaOf } from '../kind/blockFields.js';
import { oneOf, typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { ownRetry, retryField, variableField } from '../kind/inputFields.js';
import { isPageUrl } from '../../text/link.js';

/** Asks for the address of a web page; it is stored as typed. */
export const url = defineBlock({
  type: 'url input',
  holds: 'URL',
  family: 'input',
  label: 'Web address question',
  icon: 'link',
  searchWords: ['url', 'website', 'link'],
  summary: 'Asks for the address of a web page.',
  example: { options: { variableId: 'vSite' } },
  schema: schemaOf(
    'url input',
    z.looseObject({ ...variableField, labels: labelsOf('Type a URL…'), ...retryField() }),
  ),
  faults: noFaults,
  enter: requestInput,
  answers: (_asked, draw) => [
    ...typed('typical', oneOf(['https://example.com', 'https://example.org/page?x=1'], draw)),
    ...typed('boundary', 'example.com'),
    ...typed('invalid', 'not an address', 'ada@example.com'),
    ...typed('empty', ''),
  ],
  parseReply: ({ text = '' }, { options }, context) =>
    isPageUrl(text)
      ? { outcome: 'accepted', content: text }
      : { outcome: 'rejected', retry: ownRetry(options, context) },
});
