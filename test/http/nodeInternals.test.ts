import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { bytesAccepted, checkConnection, setMemoryFlags } from '../../src/http/nodeInternals.js';

const warn = jest.fn<(sentence: string) => void>();

test('a version of V8 with which the memory flags were not measured keeps its defaults, and the start says so', () => {
  setMemoryFlags(warn, '99.1.2');
  expect(warn.mock.lastCall).toEqual([expect.stringMatching(/^V8 99\.1\.2 .* its defaults/)]);
});

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
