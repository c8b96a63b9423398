import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, type Later } from '../stage.js';
import type { Chance } from './chance.js';
import { memberOf } from './request.js';

/** A request of a turn to the shop: first to place an order, and then to ship it. */
export interface Call {
  readonly step: string;
  /** Its idempotency key. */
  readonly key: string;
  /** The visitor's message in this turn; no message is sent twice. */
  readonly said: string;
  /** What the turn knows about its order: the number that the shop assigned. */
  readonly order: string;
  /** The response: 1, 2, 3, … over all calls, so that no two are the same. */
  readonly number: number;
}

/** A service outside the servers that records every request. */
export interface Shop {
  /** The setting that allows a server to reach it. */
  readonly settings: Readonly<Record<string, string>>;
  /** A flow that asks for a text, orders, ships, sends both numbers, and begins again. */
  readonly flow: object;
  /** All requests so far, in the order they arrived. */
  readonly calls: readonly Call[];
}

/** The least and longest response time, in milliseconds. */
const [QUICKEST, SLOWEST] = [5, 50] as const;

/** Opens the shop on the loopback. */
export async function openShop(later: Later, chance: Chance): Promise<Shop> {
  const calls: Call[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const number = calls.length + 1;
      calls.push({
        step: String(incoming.url).slice(1),
        key: String(incoming.headers['idempotency-key']),
        said: String(memberOf(body, 'said')),
        order: String(memberOf(body, 'order')),
        number,
      });
      const takes = QUICKEST + chance() * (SLOWEST - QUICKEST);
      outgoing.setHeader('Content-Type', 'application/json');
      setTimeout(() => outgoing.end(JSON.stringify({ number })), takes);
    });
  });
  const port = await listen(server, later);
  const settings = { OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${port}` };
  return { settings, flow: flowOf(`http://127.0.0.1:${port}`), calls };
}

/** The two numbers in a reply of the flow, empty where the flow had none; undefined where the reply is not that of the flow. */
export function numbersIn(reply: string): readonly [order: string, shipment: string] | undefined {
  const [, order, shipment] = /Order (\d*) goes as (\d*)\./.exec(reply) ?? [];
  return order !== undefined && shipment !== undefined ? [order, shipment] : undefined;
}

function flowOf(shop: string): object {
  const told = 'Order {{Order}} goes as {{Shipment}}.';
  const content = { richText: [{ type: 'p', children: [{ text: told }] }] };
  const blocks = [
    { id: 'ask', type: 'text input', options: { variableId: 'said' } },
    callOf(`${shop}/order`, '{"said":"{{Said}}"}', 'order'),
    callOf(`${shop}/ship`, '{"said":"{{Said}}","order":"{{Order}}"}', 'shipment'),
    { id: 'tell', type: 'text', content, outgoingEdgeId: 'back' },
  ];
  const graphCoordinates = { x: 0, y: 0 };
  return {
    version: '6',
    name: 'Shop',
    events: [{ id: 'start', type: 'start', graphCoordinates, outgoingEdgeId: 'begin' }],
    groups: [{ id: 'counter', title: 'Counter', graphCoordinates, blocks }],
    edges: [
      { id: 'begin', from: { eventId: 'start' }, to: { groupId: 'counter' } },
      { id: 'back', from: { blockId: 'tell' }, to: { groupId: 'counter' } },
    ],
    variables: ['Said', 'Order', 'Shipment'].map((name) => ({ id: name.toLowerCase(), name })),
    theme: {},
    settings: {},
  };
}

function callOf(url: string, body: string, variableId: string): object {
  const responseVariableMapping = [{ id: 'number', bodyPath: 'data.number', variableId }];
  const webhook = { url, method: 'POST', body };
  const options = { webhook, isCustomBody: true, responseVariableMapping };
  return { id: `call ${variableId}`, type: 'Webhook', options };
}
