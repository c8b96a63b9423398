import { Router } from 'express';
import { etagOf, FOR_AN_HOUR } from './caching.js';

/** JSON Schemas by the names they are served under. */
export type Schemas = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/**
 * The JSON Schemas of documents at /schemas/<name>.json, for editors and validators, and their list at /schemas. They are
 * made when the first is requested.
 */
export function openSchemas(makeSchemas: () => Promise<Schemas>): Router {
  const router = Router();
  let made: Promise<Schemas> | undefined;
  const known = (): Promise<Schemas> => {
    made ??= makeSchemas();
    return made;
  };
  router.get('/schemas', async (_request, response) => {
    const list = [...(await known())].map(([name, { $id, description }]) => {
      return { name, url: `/schemas/${name}.json`, id: $id, description };
    });
    response.set('Cache-Control', FOR_AN_HOUR).json({ schemas: list });
  });
  router.get('/schemas/:name.json', async ({ params }, response, next) => {
    const schema = (await known()).get(params.name);
    if (!schema) return next();
    const text = JSON.stringify(schema);
    // With an ETag express answers 304 to clients that have this text.
    response
      .set({ 'Cache-Control': FOR_AN_HOUR, ETag: etagOf(text) })
      .type('application/schema+json')
      .send(text);
  });
  return router;
}
