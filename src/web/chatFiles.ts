import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

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
    response.set('Content-Security-Policy', FRAME_POLICY).type('html').send(FRAME);
  });
  for (const name of names) {
    router.get(`/${name}.js`, (_request, response) => {
      // Small, and they name the other parts: asked for each time, so that a new version of the server is one as a whole.
      response.set('Cache-Control', 'public, no-cache');
      response.sendFile(`${name}.js`, { root: built });
    });
  }
  // Their names change with their content.
  router.use(
    '/parts',
    express.static(`${built}parts`, { immutable: true, maxAge: '1y', index: false }),
  );
  return router;
}
