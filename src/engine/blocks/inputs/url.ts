import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { labelsSchema, schemaOf } from '../kind/blockFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { ownRetry, retryField, variableField } from '../kind/inputFields.js';
import { isPageUrl } from '../../text/link.js';

/** Asks for the address of a web page; it is stored as typed. */
export const url = defineBlock({
  type: 'url input',
  family: 'input',
  summary: 'Asks for the address of a web page.',
  example: { options: { variableId: 'vSite' } },
  schema: schemaOf(
    'url input',
    z.looseObject({
      ...variableField,
      labels: labelsSchema.optional().describe('Texts of the field; placeholder "Type a URL…".'),
      ...retryField,
    }),
  ),
  enter: requestInput,
  parseReply: ({ text = '' }, { options }, context) =>
    isPageUrl(text)
      ? { outcome: 'accepted', content: text }
      : { outcome: 'rejected', retry: ownRetry(options, context) },
});
