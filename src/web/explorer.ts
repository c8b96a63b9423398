import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Router } from 'express';
import { z } from 'zod';
import { wantsPage } from '../http/requests.js';
import { FOR_AN_HOUR } from './caching.js';
import { pageFiles } from './pageFiles.js';
import { protectPage } from './pageHeaders.js';

/** The parts of GraphiQL by file name. */
const parts = {
  'graphiql.js': 'js',
  'graphiql.css': 'css',
  'editor.worker.js': 'editorWorkerService',
  'json.worker.js': 'jsonWorker',
  'graphql.worker.js': 'graphqlWorker',
} as const;

/** Serves GraphiQL to browsers that open /graphql, with all files from this server. Passes on other requests. */
export function openExplorer(): Router {
  const router = Router();
  let loaded: ReturnType<typeof loadParts> | undefined;
  const protect = protectPage();
  router.get('/graphql', (request, response, next) => {
    if (!wantsPage(request)) {
      next();
      return;
    }
    protect(request, response, () => response.sendFile('explorer.html', { root: pageFiles }));
  });
  for (const [name, file] of [
    ['prepare.js', 'explorerPrepare.js'],
    ['start.js', 'explorerStart.js'],
    ['explorer.css', 'explorer.css'],
  ] as const) {
    router.get(`/graphql/${name}`, protect, (_request, response) => {
      response.sendFile(file, { root: pageFiles });
    });
  }
  for (const [index, name] of Object.keys(parts).entries()) {
    router.get(`/graphql/${name}`, protect, async (_request, response) => {
      const found = await (loaded ??= loadParts());
      response.set('Cache-Control', FOR_AN_HOUR);
      response.type(name.endsWith('.css') ? 'css' : 'js').send(Buffer.from(found[index] ?? []));
    });
  }
  return router;
}

const messageSchema = z.tuple([z.array(z.instanceof(Uint8Array))]);

/** Loads the parts in their order, 9 MB, at the first request and in a thread. */
async function loadParts(): Promise<readonly Uint8Array[]> {
  const worker = new Worker(new URL('./explorerParts.mjs', import.meta.url), {
    workerData: Object.values(parts),
    env: {},
    execArgv: [],
  });
  const [loaded] = messageSchema.parse(await once(worker, 'message'));
  return loaded;
}
