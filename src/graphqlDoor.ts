import { randomUUID } from 'node:crypto';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type RequestHandler } from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { contextOf, type Context, type World } from './context.js';
import { translateError, type ReportBug } from './gateway.js';

/** What GraphQL over HTTP stands on. */
export interface GraphqlDoor {
  readonly schema: GraphQLSchema;
  readonly world: World;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
}

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
    plugins: [ApolloServerPluginLandingPageDisabled()],
    formatError: (_formatted, error) =>
      translateError(asGraphqlError(error), randomUUID(), reportBug),
  });
  await apollo.start();
  return [
    express.json({ limit: door.bodyLimit }),
    (request, _response, next) => {
      // Apollo asks that a body was read, also where there is none.
      request.body ??= {};
      next();
    },
    expressMiddleware(apollo, {
      context: async ({ req }) =>
        contextOf(world, {
          requestId: randomUUID(),
          authorization: req.get('authorization'),
          origin: req.get('origin'),
        }),
    }),
  ];
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
