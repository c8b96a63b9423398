import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { contextOf, type World } from '../context.js';
import { translateError, type ReportBug } from '../gateway.js';

/** The largest frame a client may send, in bytes. */
const MAX_FRAME = 256 * 1024;

/** What the socket door stands on. */
export interface SocketDoor {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly world: World;
  readonly reportBug: ReportBug;
}

/**
 * Serves GraphQL over `graphql-transport-ws` at /graphql. A token may come as `authorization` in the connection
 * parameters. Errors pass through the same translation as everywhere: results of a socket do not go through Apollo.
 * Returns what closes it: open sockets are told to go away (1001) and may come back elsewhere.
 */
export function openSocketDoor(door: SocketDoor): () => Promise<void> {
  const { server, schema, world, reportBug } = door;
  const sockets = new WebSocketServer({ server, path: '/graphql', maxPayload: MAX_FRAME });
  const translate = (errors: readonly GraphQLError[]) =>
    errors.map((error) => translateError(error, randomUUID(), reportBug));
  const served = useServer(
    {
      schema,
      context: ({ connectionParams, extra }) =>
        contextOf(world, {
          requestId: randomUUID(),
          authorization: textOf(connectionParams?.['authorization']),
          origin: extra.request.headers.origin,
        }),
      onNext: (_context, _id, _payload, _args, { errors, data }) =>
        errors && { data: data ?? null, errors: translate(errors) },
      onError: (_context, _id, _payload, errors) => translate(errors),
    },
    sockets,
  );
  return async () => served.dispose();
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
