import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { FILES_KEPT, protectPage } from './page.js';

const pages = fileURLToPath(new URL('./pages/', import.meta.url));

/** The files of Swagger UI that the page loads. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The pages of the REST interface at /docs: Swagger UI on /openapi.json, all of it from this server. */
export function openDocs({ publicUrl }: { publicUrl?: string | undefined }): Router {
  const swagger = path.dirname(
    createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
  );
  const router = Router({ strict: true });
  const protect = protectPage({ connect: publicUrl === undefined ? [] : [publicUrl] });
  for (const [address, file] of [
    ['/docs', 'docs.html'],
    ['/docs/start.js', 'docsStart.js'],
    ['/docs/icon.svg', 'icon.svg'],
  ] as const) {
    router.get(address, protect, (_request, response) => response.sendFile(file, { root: pages }));
  }
  // The files of the page are addressed relative to this path.
  router.get('/docs/', (_request, response) => response.redirect('../docs'));
  for (const file of FILES) {
    router.get(`/docs/${file}`, protect, (_request, response) => {
      response.set('Cache-Control', `public, max-age=${FILES_KEPT / 1000}`);
      response.sendFile(file, { root: swagger });
    });
  }
  return router;
}
