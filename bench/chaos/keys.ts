import { randomUUID } from 'node:crypto';
import type { BenchServer } from '../server.js';
import { memberOf, request } from './request.js';

/** Asks a server whether it knows a retry by its `Idempotency-Key`: sent twice, an answer is to be taken once. */
export async function knowsKeys({ port }: BenchServer, publicId: string): Promise<boolean> {
  const path = `/api/v1/bots/${publicId}/startChat`;
  const headers = { 'Idempotency-Key': randomUUID() };
  const [first, second] = [
    await request({ port, path, body: {}, headers }),
    await request({ port, path, body: {}, headers }),
  ];
  return memberOf(first.text, 'sessionId') === memberOf(second.text, 'sessionId');
}
