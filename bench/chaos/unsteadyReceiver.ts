import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { listen, type Later } from '../stage.js';
import type { Chance } from './chance.js';

/** The counts of a receiver of webhooks. */
export interface ReceiverFigures {
  requests: number;
  /** The requests that it failed, by how: a status of 500, a broken connection, silence. */
  refused: number;
  brokenOff: number;
  unanswered: number;
  /** The events that it recorded for the first time, each after the one before it in its chat. */
  recorded: number;
  /** The events that it was sent although it had recorded them. */
  again: number;
  /** The events that came before the one that precedes them in their chat. */
  tooEarly: number;
  /** The requests whose signature is not by the secret of the webhook. */
  unsigned: number;
}

/** A receiver of webhooks that fails half of its requests. */
export interface UnsteadyReceiver {
  readonly port: number;
  /** The secrets of the webhooks, by the path of each. */
  readonly secrets: Map<string, string>;
  readonly seen: Readonly<ReceiverFigures>;
}

/**
 * How often one event is failed at most: pauses between attempts double from one second, so that one that is failed 13
 * times, as happens among 10 000, would come after more than two hours.
 */
const FAILS_AT_MOST = 5;

interface Receiving extends UnsteadyReceiver {
  readonly seen: ReceiverFigures;
  readonly chance: Chance;
  /** How often each event was failed, and the next number of each chat. */
  readonly failed: Map<string, number>;
  readonly nextOf: Map<string, number>;
}

/** Opens it on the loopback. The visitors whose answers it is sent say `{chat} {number}`, with numbers from 0. */
export async function openUnsteadyReceiver(
  later: Later,
  chance: Chance,
): Promise<UnsteadyReceiver> {
  const seen = { requests: 0, refused: 0, brokenOff: 0, unanswered: 0, recorded: 0 };
  const state = {
    seen: { ...seen, again: 0, tooEarly: 0, unsigned: 0 },
    ...{ chance, secrets: new Map(), failed: new Map(), nextOf: new Map() },
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => respond({ ...state, port: 0 }, body, { request, response }));
  });
  return { ...state, port: await listen(server, later) };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function respond(receiving: Receiving, body: string, { request, response }: Exchange): void {
  const { seen, secrets, failed, chance } = receiving;
  seen.requests += 1;
  if (!isSigned(secrets.get(request.url ?? ''), body, request)) seen.unsigned += 1;
  const id = String(request.headers['webhook-id']);
  const failures = failed.get(id) ?? 0;
  if (failures < FAILS_AT_MOST && chance() < 0.5) {
    failed.set(id, failures + 1);
    return fail(receiving, body, response);
  }
  record(receiving, body);
  response.writeHead(204).end();
}

/** In nine of twenty cases by a 500, in as many by a broken connection (half of them after the event was recorded). */
function fail(receiving: Receiving, body: string, response: ServerResponse): void {
  const { seen, chance } = receiving;
  const way = chance();
  if (way < 0.45) {
    seen.refused += 1;
    response.writeHead(500).end();
  } else if (way < 0.9) {
    seen.brokenOff += 1;
    if (way < 0.675) record(receiving, body);
    response.destroy();
  } else seen.unanswered += 1;
}

function record({ seen, nextOf }: Receiving, body: string): void {
  const [chat = '', number] = contentOf(body).split(' ');
  const next = nextOf.get(chat) ?? 0;
  if (Number(number) > next) seen.tooEarly += 1;
  else if (Number(number) < next) seen.again += 1;
  else {
    seen.recorded += 1;
    nextOf.set(chat, next + 1);
  }
}

const answered = z.object({
  data: z.object({ answers: z.tuple([z.object({ content: z.string() })]) }),
});

function contentOf(body: string): string {
  return answered.parse(JSON.parse(body)).data.answers[0].content;
}

function isSigned(secret = '', body: string, { headers }: IncomingMessage): boolean {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) named[name] = String(value);
  try {
    new Webhook(secret).verify(body, named);
    return true;
  } catch {
    return false;
  }
}
