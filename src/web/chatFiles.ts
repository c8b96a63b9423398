import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { etagOf, IF_UNCHANGED, serveFolder } from './caching.js';

/** What `scripts/chat.mjs` bundles. */
const built = fileURLToPath(new URL('../../packages/chat/dist/', import.meta.url));

/** The hidden frame in which code of a bot runs: an origin of its own, without cookies, storage or the page around it. */
const FRAME =
  '<!doctype html><meta charset="utf-8"><script type="module" src="../frame.js"></script>';
const FRAME_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src https: http:";

/** The scripts of the widget and of the pages, which any site may load. */
export function openChatFiles(): Router {
  const router = Router();
  const names = ['embed', 'page', 'frame', 'front'];
  const addresses = [...names.map((name) => `/${name}.js`), '/chat/frame', '/parts'];
  router.use(addresses, (_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  router.get('/chat/frame', (_request, response) => {
    // A site that is isolated from other origins shows no frame that is not.
    response.set({
      'Content-Security-Policy': FRAME_POLICY,
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.type('html').send(FRAME);
  });
  for (const name of names) {
    router.get(`/${name}.js`, async (_request, response) => {
      const script = await readFile(`${built}${name}.js`);
      // Small, and they name the other parts: compared each time, so that a page never mixes parts of two versions of the server.
      const etag = `W/${etagOf(script)}`;
      response.set({ 'Cache-Control': IF_UNCHANGED, ETag: etag }).type('js').send(script);
    });
  }
  // Their names change with their content.
  router.use('/parts', serveFolder(`${built}parts`, 'public, max-age=31536000, immutable'));
  return router;
}
