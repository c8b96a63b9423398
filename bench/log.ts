import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createLog } from '../src/log/log.js';
import { describeMachine, machineLine } from './machine.js';
import type { Later } from './stage.js';

const LINES = 200_000;

/**
 * Shows the cost of the line of a request for the thread that serves, system calls included, in both formats of the
 * log.
 */
export function benchLog(later: Later): Promise<void> {
  console.log(machineLine(describeMachine()));
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  later(async () => rmSync(folder, { recursive: true }));
  for (const isProduction of [true, false]) {
    const file = pino.destination({ dest: join(folder, String(isProduction)), sync: true });
    const log = createLog({ isProduction, logLevel: 'info' }, file);
    writeLines(log, LINES / 10);
    const before = process.cpuUsage();
    writeLines(log, LINES);
    const { user, system } = process.cpuUsage(before);
    const cost = ((user + system) / LINES).toFixed(2);
    console.log(`${isProduction ? 'JSON' : 'readable'}: ${cost} µs a line`);
  }
  return Promise.resolve();
}

function writeLines({ writeRequest }: ReturnType<typeof createLog>, count: number): void {
  for (let ms = 0; ms < count; ms += 1) {
    writeRequest('info', {
      requestId: '0b9ff0c5-6f3f-4f0e-9c36-0d9d3f6d2a11',
      method: 'POST',
      url: '/api/v1/sessions/ses_cmb5k0v3n000108l4h8yq2x7f/continueChat',
      status: 200,
      ms: ms % 100,
      operation: 'continueChat',
      client: '192.0.2.17',
    });
  }
}
