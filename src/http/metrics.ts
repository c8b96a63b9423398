import type { RequestHandler } from 'express';
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The measurements of a server. */
export interface Metrics {
  addRequest(request: {
    readonly operation: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  addTurn(): void;
  /** Adds the tokens of one request to a model, as far as the vendor reports them. */
  addTokens(used: {
    readonly vendor: string;
    readonly prompt?: number | undefined;
    readonly completion?: number | undefined;
  }): void;
  /** Adds an operation that a caller sent; its name is one of a limited number. */
  addOperation(operation: {
    readonly name: string;
    readonly isOk: boolean;
    readonly seconds: number;
  }): void;
  /** Adds a document that is not trusted, by the name of its operation: one of a limited number. */
  addUntrusted(name: string): void;
  /** Shows the room that uploads have, in bytes. */
  watchRoom(read: () => number): void;
  /** Answers in the text format of Prometheus. */
  readonly show: RequestHandler;
}

type PoolCounts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** Values that are read whenever the metrics are requested. */
export interface Measured {
  readonly storage: Readonly<Record<'pool' | 'chatPool' | 'watchPool', PoolCounts>> & {
    readonly reads: { usesReplica(): boolean };
  };
  countSockets(): number;
}

const ROOM = 'Bytes that uploads may still take of the volumes; at 0 they are refused';

/** Upper bounds in seconds: a turn without calls takes about 5 ms, one with a slow call up to a minute. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Opens the measurements of one server; with those of the process, among them the lag of the event loop. */
export function openMetrics({ storage, countSockets }: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'parley_request_duration_seconds',
    help: 'How long requests took, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  const sum = (count: keyof PoolCounts) =>
    storage.pool[count] + storage.chatPool[count] + storage.watchPool[count];
  gauge('parley_open_sockets', 'WebSockets open now', countSockets);
  gauge('parley_pool_connections', 'Database connections open', () => sum('totalCount'));
  gauge('parley_pool_idle', 'Database connections that are idle', () => sum('idleCount'));
  const usesReplica = () => Number(storage.reads.usesReplica());
  gauge('parley_replica_used', '1 while large reads go to DATABASE_READ_URL', usesReplica);
  gauge('parley_pool_waiting', 'Requests waiting for a connection', () => sum('waitingCount'));
  return {
    addRequest: ({ operation, status, seconds }) =>
      requests.observe({ operation, status: String(status) }, seconds),
    watchRoom: (read) => gauge('parley_upload_room_bytes', ROOM, read),
    ...openTurnMetrics(registry),
    ...openOperationMetrics(registry),
    show: async (_request, response) => {
      response.type(registry.contentType).send(await registry.metrics());
    },
  };
}

function openTurnMetrics(registry: Registry): Pick<Metrics, 'addTurn' | 'addTokens'> {
  const turns = new Counter({
    name: 'parley_turns_total',
    help: 'Turns of chats written',
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'parley_model_tokens_total',
    help: 'Tokens of requests to models, as their vendors report them, else estimated from the texts',
    labelNames: ['vendor', 'kind'],
    registers: [registry],
  });
  return {
    addTurn: () => turns.inc(),
    addTokens: ({ vendor, prompt = 0, completion = 0 }) => {
      tokens.inc({ vendor, kind: 'prompt' }, prompt);
      tokens.inc({ vendor, kind: 'completion' }, completion);
    },
  };
}

function openOperationMetrics(registry: Registry): Pick<Metrics, 'addOperation' | 'addUntrusted'> {
  const operations = new Histogram({
    name: 'parley_graphql_operation_duration_seconds',
    help: 'How long GraphQL operations of callers ran, and subscriptions took to begin, by name and outcome',
    labelNames: ['name', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const untrusted = new Counter({
    name: 'parley_graphql_untrusted_documents_total',
    help: 'GraphQL documents that are not trusted, by the name of their operation',
    labelNames: ['name'],
    registers: [registry],
  });
  return {
    addOperation: ({ name, isOk, seconds }) =>
      operations.observe({ name, outcome: isOk ? 'ok' : 'error' }, seconds),
    addUntrusted: (name) => untrusted.inc({ name }),
  };
}
