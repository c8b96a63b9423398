import type { RequestHandler } from 'express';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { etagOf, IF_UNCHANGED } from './caching.js';

/** The text of a schema, as it is served and as `docs/schema.graphql` has it: sorted, so that moving code changes nothing. */
export function textOfSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** Serves the schema as text, made at the first request. */
export function serveSchema(schema: GraphQLSchema): RequestHandler {
  let made: { readonly text: string; readonly etag: string } | undefined;
  return (request, response) => {
    made ??= withTag(textOfSchema(schema));
    response.set({ 'Cache-Control': IF_UNCHANGED, ETag: made.etag });
    response.set('X-Content-Type-Options', 'nosniff');
    // Express does not compare for clients that send `Cache-Control: no-cache` with the tag, as the `fetch` of Node does.
    if (request.get('if-none-match')?.includes(made.etag)) response.status(304).end();
    else response.type('text/plain').send(made.text);
  };
}

function withTag(text: string) {
  return { text, etag: etagOf(text) };
}
