import { createRequire } from 'node:module';
import path from 'node:path';
import { Router } from 'express';
import { FOR_AN_HOUR } from './caching.js';
import { pageFiles } from './pageFiles.js';
import { protectPage } from './pageHeaders.js';
import { filesOf, pageHtml } from './pageHtml.js';

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

/** The pages of the REST interface at /docs: Swagger UI on /openapi.json, all of it from this server. */
export function openDocs({ publicUrl }: { publicUrl?: string | undefined }): Router {
  const swagger = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  const router = Router({ strict: true });
  const protect = protectPage({ connect: publicUrl === undefined ? [] : [publicUrl] });
  router.get('/docs', protect, (_request, response) => response.type('html').send(PAGE));
  for (const [address, file] of [
    ['/docs/start.js', 'docsStart.js'],
    ['/docs/docs.css', 'docs.css'],
    ['/docs/icon.svg', 'icon.svg'],
    // Browsers ask for it by themselves, also beside JSON; what a file is they learn from its type.
    ['/favicon.ico', 'icon.svg'],
  ] as const) {
    router.get(address, protect, (_request, response) =>
      response.sendFile(file, { root: pageFiles }),
    );
  }
  // The files of the page are addressed relative to this path.
  router.get('/docs/', (_request, response) => response.redirect('../docs'));
  for (const file of FILES) {
    router.get(`/docs/${file}`, protect, (_request, response) => {
      response.set('Cache-Control', FOR_AN_HOUR);
      response.sendFile(file, { root: swagger });
    });
  }
  return router;
}
