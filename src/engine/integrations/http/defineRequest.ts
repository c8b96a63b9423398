import { defineBlock } from '../../blocks/kind/block.js';
import { schemaOf } from '../../blocks/kind/blockFields.js';
import { requestOptionsSchema, type RequestOptions } from './requestOptions.js';
import { requestServices, sendRequest, takeResponse } from './sendRequest.js';

/** A kind of block that sends an HTTP request; such kinds differ in their names alone. */
export function defineRequest(type: string, summary: string, options: RequestOptions) {
  return defineBlock({
    type,
    family: 'integration',
    summary,
    leaves:
      'The request goes to the address of the block; a client that runs it sends it from there.',
    repeats:
      'A request that changes something is sent again with the same `Idempotency-Key`; one that only reads without.',
    example: { options },
    schema: schemaOf(type, requestOptionsSchema),
    services: requestServices,
    enter: sendRequest,
    resume: takeResponse,
  });
}
