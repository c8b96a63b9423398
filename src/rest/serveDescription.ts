import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { unhurried } from '../eventLoop/steps.js';
import { describeApi } from './openapi.js';
import { routes } from './routes/index.js';

/** Serves the OpenAPI document, which is made at the first request, because most servers never get one. */
export function serveDescription(
  schema: GraphQLSchema,
  publicUrl: string | undefined,
): RequestHandler {
  let described: Promise<string> | undefined;
  return async (_request, response) => {
    described ??= unhurried(describeApi(schema, routes, publicUrl)).then((api) =>
      JSON.stringify(api),
    );
    response.type('json').send(await described);
  };
}
