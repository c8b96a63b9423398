import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../context/context.js';
import { openChatFiles } from './chatFiles.js';
import { byDomain, byPublicId, serveChatPage } from './chatPage.js';
import { openDocs } from './docs.js';
import { openFrontPage } from './frontPage.js';
import { openGuides } from './guides/openGuides.js';
import { serveSchema } from './schema.js';
import { openSchemas, type Schemas } from './schemas.js';

/** What the pages of this server show. */
interface PageParts {
  readonly config: {
    readonly isSchemaServed: boolean;
    readonly isProduction: boolean;
    readonly authoringBodyLimit: number;
    readonly publicUrl?: string | undefined;
  };
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly makeSchemas: () => Promise<Schemas>;
}

/** The pages for people and their tools: schemas, the pages of the REST interface, those of published bots, and the front page. */
export function openPages({ config, schema, services, makeSchemas }: PageParts): Router {
  const router = Router({ strict: true });
  // First, because the root of such a domain is a bot.
  router.use(serveChatPage({ schema, services }, byDomain));
  if (config.isSchemaServed) router.get('/schema.graphql', serveSchema(schema));
  router.use(openSchemas(makeSchemas), openDocs(config), openGuides());
  router.use(openChatFiles());
  router.use(
    serveChatPage({ schema, services }, byPublicId),
    openFrontPage({ ...config, examples: services.examples.shown }),
  );
  return router;
}
