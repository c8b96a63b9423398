import type { JsonRecord } from '../../documents/jsonRecord.js';

const types: readonly unknown[] = ['Webhook', 'Zapier', 'Make.com', 'Pabbly'];

/** The kinds that send an HTTP request and keep it in `options.webhook`. */
export function isHttpRequest(block: JsonRecord): boolean {
  return types.includes(block['type']);
}
