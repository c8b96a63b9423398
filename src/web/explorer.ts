import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { wantsPage } from '../http/requests.js';
import { FILES_KEPT, protectPage } from './page.js';

const pages = fileURLToPath(new URL('./pages/', import.meta.url));

/** The parts of GraphiQL by the name of the file each is served as. Loaded with the first request: 9 MB of text. */
const parts = {
  'graphiql.js': 'js',
  'graphiql.css': 'css',
  'editor.worker.js': 'editorWorkerService',
  'json.worker.js': 'jsonWorker',
  'graphql.worker.js': 'graphqlWorker',
} as const;

/** GraphiQL for browsers that open /graphql, all of it from this server; other requests are passed on. */
export function openExplorer(): Router {
  const router = Router();
  const protect = protectPage();
  router.get('/graphql', (request, response, next) => {
    if (!wantsPage(request)) {
      next();
      return;
    }
    protect(request, response, () => response.sendFile('explorer.html', { root: pages }));
  });
  for (const [name, file] of [
    ['prepare.js', 'explorerPrepare.js'],
    ['start.js', 'explorerStart.js'],
  ] as const) {
    router.get(`/graphql/${name}`, protect, (_request, response) => {
      response.sendFile(file, { root: pages });
    });
  }
  for (const [name, part] of Object.entries(parts)) {
    router.get(`/graphql/${name}`, protect, async (_request, response) => {
      const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
      response.set('Cache-Control', `public, max-age=${FILES_KEPT / 1000}`);
      response.type(name.endsWith('.css') ? 'css' : 'js').send(graphiql[part]);
    });
  }
  return router;
}
