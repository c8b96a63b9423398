import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { Services } from '../context/context.js';
import { exampleBots } from '../examples/exampleBots.js';
import type { ShownExample } from '../examples/openExamples.js';
import { takesPage } from '../http/requests.js';
import { etagOf, FOR_AN_HOUR, IF_UNCHANGED, serveFolder } from './caching.js';
import { chatHeaders } from './chatHeaders.js';
import { byDomain, byPublicId, serveChatPage } from './chatPage.js';
import { openConsole } from './consolePage.js';
import { frontPageHtml } from './frontPageHtml.js';
import { openGuides } from './guides/openGuides.js';
import { pageFiles } from './pageFiles.js';
import { protectPage } from './pageHeaders.js';
import { filesOf, pageHtml } from './pageHtml.js';

/** The dependencies of the pages. */
interface PageParts {
  readonly config: {
    readonly isSchemaServed: boolean;
    readonly isProduction: boolean;
    readonly authoringBodyLimit: number;
    readonly publicUrl?: string | undefined;
    readonly s3?: Parameters<typeof openConsole>[0]['s3'];
  };
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly schemas: MadeSchemas;
}

/** Serves the pages for people and their tools: schemas, REST docs, guides, published bots, and the front page. */
export function openPages({ config, schema, services, schemas }: PageParts): Router {
  const router = Router({ strict: true });
  // First, because the root path of such a domain is a bot.
  router.use(serveChatPage({ schema, services }, byDomain));
  if (config.isSchemaServed) router.get('/schema.graphql', serveSchema(schema));
  router.use(openSchemas(schemas), openDocs(config), openGuides());
  router.use(openChatFiles(), openConsole(config));
  router.use(
    serveChatPage({ schema, services }, byPublicId),
    openFrontPage({ ...config, examples: services.examples.shown }),
  );
  return router;
}

/** The bundles that `scripts/chat.mjs` makes. */
const built = fileURLToPath(new URL('../../packages/chat/dist/', import.meta.url));

/** The hidden frame in which code of a bot runs: it has an opaque origin, without cookies, storage or access to the page around it. */
const FRAME =
  '<!doctype html><meta charset="utf-8"><script type="module" src="../frame.js"></script>';
const FRAME_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src https: http:";

/** Serves the scripts of the widget and the pages, which any site may load. */
function openChatFiles(): Router {
  const router = Router();
  const names = ['embed', 'page', 'frame', 'front'];
  const addresses = [...names.map((name) => `/${name}.js`), '/chat/frame', '/parts'];
  router.use(addresses, (_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  router.get('/chat/frame', (_request, response) => {
    // A cross-origin isolated site embeds only frames that are isolated as well.
    response.set({
      'Content-Security-Policy': FRAME_POLICY,
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.type('html').send(FRAME);
  });
  for (const name of names) {
    router.get(`/${name}.js`, async (_request, response) => {
      const script = await readFile(`${built}${name}.js`);
      // These are small and import the other parts. They are revalidated each time, so that a page never mixes parts of two versions of the
      // server.
      const etag = `W/${etagOf(script)}`;
      response.set({ 'Cache-Control': IF_UNCHANGED, ETag: etag }).type('js').send(script);
    });
  }
  // Their names contain a hash of their content.
  router.use('/parts', serveFolder(`${built}parts`, 'public, max-age=31536000, immutable'));
  return router;
}

/** The files of Swagger UI that the page loads. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const PAGE = pageHtml({
  title: 'REST API · Parley',
  description: 'Every operation of the REST interface, to read and to try out on this server.',
  root: './',
  head: filesOf('', ['brand.css', 'docs/swagger-ui.css', 'docs/docs.css']),
  beside: '<nav aria-label="To read"><a href="guides">Guides</a></nav>',
  body: `<main id="docs"></main>
<noscript>The pages of the REST interface need JavaScript.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>`,
});

/** Serves the REST docs at /docs: Swagger UI for /openapi.json, with all files from this server. */
function openDocs({ publicUrl }: { publicUrl?: string | undefined }): Router {
  const swagger = findSwagger();
  const router = Router({ strict: true });
  const protect = protectPage({ connect: publicUrl === undefined ? [] : [publicUrl] });
  router.get('/docs', protect, (_request, response) => response.type('html').send(PAGE));
  for (const [address, file] of [
    ['/docs/start.js', 'docsStart.js'],
    ['/docs/docs.css', 'docs.css'],
    ['/docs/icon.svg', 'icon.svg'],
    // Browsers request it on their own, even for JSON. The type tells them that it is SVG.
    ['/favicon.ico', 'icon.svg'],
  ] as const) {
    router.get(address, protect, (_request, response) =>
      response.sendFile(file, { root: pageFiles }),
    );
  }
  // The page refers to its files relative to this path.
  router.get('/docs/', (_request, response) => response.redirect('../docs'));
  for (const file of FILES) {
    router.get(`/docs/${file}`, protect, (_request, response) => {
      response.set('Cache-Control', FOR_AN_HOUR);
      response.sendFile(file, { root: swagger });
    });
  }
  return router;
}

/** The settings that the front page shows. */
interface FrontPageParts {
  /** In production there is no explorer. */
  readonly isProduction: boolean;
  /** Bytes of a request with a bot, at most. */
  readonly authoringBodyLimit: number;
  readonly publicUrl?: string | undefined;
  readonly examples: readonly ShownExample[];
}

/** Serves the front page, with the examples that it plays, at the root path. Passes on programs that want JSON. */
function openFrontPage(parts: FrontPageParts): Router {
  const router = Router({ strict: true });
  const html = frontPageHtml({
    hasExplorer: !parts.isProduction,
    limit: parts.authoringBodyLimit,
    publicUrl: parts.publicUrl,
    examples: parts.examples,
  });
  const etag = etagOf(html);
  const show: RequestHandler = (request, response, next) => {
    if (!takesPage(request)) return next();
    response.set(chatHeaders({ isOwnDomain: false, framedBy: [] }));
    response.set({ 'Cache-Control': IF_UNCHANGED, ETag: etag }).vary('Accept');
    response.type('html').send(html);
  };
  router.get('/', show);
  for (const file of ['brand.css', 'page.css', 'front.css', 'guide.css', 'icon.svg']) {
    router.get(`/${file}`, (_request, response) => {
      response.set('Cache-Control', FOR_AN_HOUR);
      // Without a date, because all files of an npm package have the same.
      response.sendFile(file, { root: pageFiles, lastModified: false });
    });
  }
  router.get('/examples/index.json', (_request, response) => {
    response.set('Cache-Control', FOR_AN_HOUR).json(parts.examples);
  });
  router.get('/examples/:file', ({ params }, response, next) => {
    if (!/^[a-z-]+\.json$/.test(params.file)) return next();
    response.sendFile(params.file, { root: exampleBots }, (error) => {
      if (error) next();
    });
  });
  return router;
}

/** The text of a schema, as served and in `docs/schema.graphql`: sorted, so that moving code changes nothing. */
export function textOfSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** Serves the schema as text, printed at the first request. */
function serveSchema(schema: GraphQLSchema): RequestHandler {
  let made: { readonly text: string; readonly etag: string } | undefined;
  return (request, response) => {
    made ??= withTag(textOfSchema(schema));
    response.set({ 'Cache-Control': IF_UNCHANGED, ETag: made.etag });
    response.set('X-Content-Type-Options', 'nosniff');
    // Express ignores the ETag of clients that also send `Cache-Control: no-cache`, as the `fetch` of Node does.
    if (request.get('if-none-match')?.includes(made.etag)) response.status(304).end();
    else response.type('text/plain').send(made.text);
  };
}

function withTag(text: string) {
  return { text, etag: etagOf(text) };
}

/** JSON Schemas by the names under which they are served. */
type Schemas = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Functions that make what is served at /schemas. */
interface MadeSchemas {
  readonly makeSchemas: () => Promise<Schemas>;
  /** Descriptions of forms by their names; made once. */
  readonly makeForms: () => Promise<ReadonlyMap<string, object>>;
}

/**
 * Serves the JSON Schemas of documents at /schemas/<name>.json, for editors and validators, beside them the descriptions of forms, and
 * the list of both at /schemas. They are generated
 * at the first request.
 */
function openSchemas({ makeSchemas, makeForms }: MadeSchemas): Router {
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
    const forms = [...(await makeForms()).keys()].map((name) => {
      return { name, url: `/schemas/${name}.json` };
    });
    response.set('Cache-Control', FOR_AN_HOUR).json({ schemas: list, forms });
  });
  router.get('/schemas/:name.json', async ({ params }, response, next) => {
    const schema = (await known()).get(params.name);
    const form = schema ? undefined : (await makeForms()).get(params.name);
    if (!schema && !form) return next();
    const text = JSON.stringify(schema ?? form);
    // With an ETag, express responds with 304 to clients that have this text.
    response
      .set({ 'Cache-Control': FOR_AN_HOUR, ETag: etagOf(text) })
      .type(schema ? 'application/schema+json' : 'application/json')
      .send(text);
  });
  return router;
}

/** The folder of Swagger UI's files: in an installed package its own, in a clone that of the dependency. */
function findSwagger(): string {
  const packed = fileURLToPath(new URL('./swagger/', import.meta.url));
  if (existsSync(packed)) return packed;
  return path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
