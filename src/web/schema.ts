import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';

/** The text of a schema, as it is served and as `docs/schema.graphql` has it: sorted, so that moving code changes nothing. */
export function textOfSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** Serves the schema as text, made at the first request. It may be kept, but has to be compared with ours before it is used. */
export function serveSchema(schema: GraphQLSchema): RequestHandler {
  let made: { readonly text: string; readonly etag: string } | undefined;
  return (request, response) => {
    made ??= withTag(textOfSchema(schema));
    response.set({ 'Cache-Control': 'public, no-cache', ETag: made.etag });
    response.set('X-Content-Type-Options', 'nosniff');
    if (request.get('if-none-match')?.includes(made.etag)) response.status(304).end();
    else response.type('text/plain').send(made.text);
  };
}

function withTag(text: string) {
  return { text, etag: `"${hash('sha256', text, 'base64url')}"` };
}
