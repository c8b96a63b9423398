import { AsyncLocalStorage } from 'node:async_hooks';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type RequestHandler } from 'express';
import { GraphQLError, Kind, OperationTypeNode, type GraphQLSchema } from 'graphql';
import { contextOf, shownBy, type Context, type World } from './context.js';
import { MAX_TOKENS, translateError, type ReportBug } from './gateway.js';
import { findExcess } from './limits.js';
import { noteOf, type RequestNote } from './request.js';

/** What GraphQL over HTTP stands on. */
export interface GraphqlDoor {
  readonly schema: GraphQLSchema;
  readonly world: World;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
}

/** The request that is being served: Apollo's hook for errors is told nothing of where they belong. */
const requests = new AsyncLocalStorage<RequestNote>();

/** GraphQL over HTTP, as express handlers for one path. */
export async function openGraphqlDoor(door: GraphqlDoor): Promise<RequestHandler[]> {
  const { schema, world, reportBug } = door;
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: !door.isProduction,
    hideSchemaDetailsFromClientErrors: door.isProduction,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    // The plugin that works out how long a reply may be kept looks at every field of it; ours may never be kept.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      refuseSubscriptions,
      refuseExcess,
      answerAsAsked,
      noteOperation,
    ],
    parseOptions: { maxTokens: MAX_TOKENS },
    formatError: (_formatted, error) =>
      translateError(asGraphqlError(error), asked().requestId, reportBug),
  });
  await apollo.start();
  return [
    express.json({ limit: door.bodyLimit }),
    (request, response, next) => {
      response.set('Cache-Control', 'no-store');
      // Apollo asks that a body was read, also where there is none.
      request.body ??= {};
      requests.run(noteOf(response), next);
    },
    expressMiddleware(apollo, {
      context: async ({ req }) =>
        contextOf(world, {
          requestId: asked().requestId,
          ...shownBy(req.headers, world.publicUrl),
        }),
    }),
  ];
}

/** Run over HTTP, a subscription would be taken for a query without an answer. */
const refuseSubscriptions: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        // None when the request names one that its query does not have.
        if (operation?.operation !== OperationTypeNode.SUBSCRIPTION) return;
        const extensions = { http: { status: 400 } };
        throw new GraphQLError('Subscriptions are served over a WebSocket', { extensions });
      },
    };
  },
};

const refuseExcess: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, request }) {
        const { operationName, variables } = request;
        const excess = findExcess({ schema, document, operationName, variables });
        if (excess) throw excess;
      },
    };
  },
};

/** What graphql-js refuses before anything runs, by the codes Apollo gives it. */
const REFUSED = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT'];

/**
 * A client that asks for `application/json` may know nothing of GraphQL but the body, and takes another status for a
 * fault of the network: it gets 200, as GraphQL over HTTP wants it. Other clients get 400.
 */
const answerAsAsked: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response, errors }) {
        const accept = request.http?.headers.get('accept') ?? '';
        const isOld = /application\/json/.test(accept) && !/graphql-response/.test(accept);
        const isRefused = errors?.some(({ extensions }) =>
          REFUSED.includes(String(extensions['code'])),
        );
        if (isOld && isRefused) response.http.status = 200;
      },
    };
  },
};

/** For the log and the measurements; names of the caller's own would be without end. */
const noteOperation: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        const [first] = operation?.selectionSet.selections ?? [];
        if (first?.kind === Kind.FIELD) asked().operation = first.name.value;
      },
    };
  },
};

function asked(): RequestNote {
  const note = requests.getStore();
  if (!note) throw new Error('A GraphQL request is served outside its note');
  return note;
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
