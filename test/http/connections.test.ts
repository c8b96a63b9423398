import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { sendRaw } from '../support/rawSocket.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { partAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);
const START = '/v1/bots/none/startChat';

const canRefuse = 'shouldUpgradeCallback' in createServer();
const needs = canRefuse ? '' : ' (skipped: this Node takes every offer; 24.9 and 22.21 can refuse)';

(canRefuse ? describe : describe.skip)(`who would rather speak HTTP/2${needs}`, () => {
  test.each([
    ['POST', START, ['{', '}'], 404],
    ['GET', '/healthz', [], 200],
    ['POST', '/graphql', ['{"query":', '"{ __typename }"}'], 200],
  ])('is answered in what is spoken here: %s %s', async (method, path, parts, status) => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AA' };
    const headers = { ...offer, 'content-type': 'application/json' };
    const answer = await sendRaw(app().url, path, { method, headers, parts });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

test('a connection stays open between requests for longer than load balancers keep theirs', async () => {
  const answer = await sendRaw(app().url, '/healthz', { headers: { connection: 'keep-alive' } });
  expect(answer.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=75' });
});

test('a WebSocket at another path gets the answer of any request there', async () => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const answer = await sendRaw(app().url, '/nowhere', { headers });
  if (canRefuse)
    expect([answer.status, partAt(JSON.parse(answer.text), 'reason')]).toEqual([
      404,
      'ROUTE_NOT_FOUND',
    ]);
  else expect(answer.status).toBe(400);
});

test.each([
  ['behind its request', 'WHAT?\r\n'],
  ['behind a second request', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nWHAT?\r\n'],
])('nothing is sent into the middle of an answer, whatever comes %s', async (_where, sent) => {
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const { hostname, port } = new URL(app().url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(`GET /v1/sessions/${sessionId}/events HTTP/1.1\r\nHost: x\r\n`);
  socket.write('Accept: text/event-stream\r\n\r\n');
  let text = '';
  socket.on('data', (part) => {
    if (!text.includes('turnEnd') && `${text}${part}`.includes('turnEnd')) socket.write(sent);
    text += part;
  });
  await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});
