import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../context/context.js';
import { openChatFiles } from './chatFiles.js';
import { serveChatPage } from './chatPage.js';
import { openDocs } from './docs.js';
import { serveSchema } from './schema.js';
import { openSchemas, type Schemas } from './schemas.js';

/** What the pages of this server show. */
interface PageParts {
  readonly config: { readonly isSchemaServed: boolean; readonly publicUrl?: string | undefined };
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly makeSchemas: () => Promise<Schemas>;
}

/** The pages for people and their tools: schemas, the pages of the REST interface, and those of published bots, which come last. */
export function openPages({ config, schema, services, makeSchemas }: PageParts): Router {
  const router = Router({ strict: true });
  if (config.isSchemaServed) router.get('/schema.graphql', serveSchema(schema));
  router.use(openSchemas(makeSchemas), openDocs(config), openChatFiles());
  router.use(serveChatPage({ schema, services }));
  return router;
}
