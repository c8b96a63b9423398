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
    example: { options },
    schema: schemaOf(type, requestOptionsSchema),
    services: requestServices,
    enter: sendRequest,
    resume: takeResponse,
  });
}
