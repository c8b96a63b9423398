import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { expect, jest, test } from '@jest/globals';
import {
  bytesAccepted,
  checkConnection,
  returnMemoryOfStart,
  setMemoryFlags,
} from '../../src/http/nodeInternals.js';

const warn = jest.fn<(sentence: string) => void>();

test('a version of V8 with which the memory flags were not measured keeps its defaults, and the start says so', () => {
  setMemoryFlags(warn, '99.1.2');
  expect(warn.mock.lastCall).toEqual([expect.stringMatching(/^V8 99\.1\.2 .* its defaults/)]);
});

test('young objects are collected twice after a start, by which V8 notices that the server is idle', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  returnMemoryOfStart();
  const planned: readonly (readonly unknown[])[] = [...timers.mock.calls];
  timers.mockRestore(); // Timers of others would be recorded, too.
  expect(planned).toHaveLength(2);
  for (const [collect, , options] of planned) {
    expect(options).toEqual({ type: 'minor' });
    await untilCollected(() => (collect as (how: unknown) => void)(options)); // The timer's function.
  }
  expect(globalThis).not.toHaveProperty('gc');
});

/** Waits for a requested collection. Its kind depends on the heap: if that is nearly full, V8 collects everything. */
function untilCollected(collect: () => void): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const wasForced = ({ detail }: NodeGCPerformanceEntry): boolean =>
        ((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
      if (!list.getEntries().some(wasForced)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ entryTypes: ['gc'] });
    collect();
  });
}

/** The details of a performance entry of type `gc`. */
type NodeGCPerformanceEntry = PerformanceEntry & { readonly detail?: { readonly flags?: number } };

test('this version of Node reports how much of a write was accepted', async () => {
  const server = createServer((socket) => void socket.end('answer')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  warn.mockClear();
  checkConnection(socket, warn);
  expect(warn).not.toHaveBeenCalled();
  client.resume();
  await once(client, 'close');
  server.close();
});

test('a version of Node that does not report it is detected, and completed writes are counted instead', () => {
  const connection = Object.create(Socket.prototype, {
    _handle: { value: {} },
    bytesWritten: { value: 500 },
    writableLength: { value: 100 },
  }) as Socket;
  warn.mockClear();
  checkConnection(connection, warn);
  expect(warn.mock.lastCall).toEqual([expect.stringMatching(/may be disconnected$/)]);
  expect(bytesAccepted(connection)).toBe(400);
});
