import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { eachBlock, without } from '../../documents/rewrite.js';
import { isHttpRequest } from './isHttpRequest.js';

/**
 * Version 3 stored the request of an HTTP block in another table, named by `webhookId`. A file does not contain that
 * table: the block gets an empty request, unless it has one already.
 */
export function v3toV4(flow: JsonRecord): JsonRecord {
  return eachBlock(flow, (block) => (isHttpRequest(block) ? withOwnRequest(block) : block));
}

function withOwnRequest(block: JsonRecord): JsonRecord {
  const options = isJsonRecord(block['options']) ? block['options'] : {};
  const webhook = options['webhook'] ?? { method: 'POST' };
  return { ...without(block, 'webhookId'), options: { ...options, webhook } };
}
