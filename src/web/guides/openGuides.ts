import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import { FOR_AN_HOUR, serveFolder } from '../caching.js';
import { protectPage } from '../pageHeaders.js';
import { rootOf } from '../rootOf.js';
import { findGuides, repository, type GuideFiles } from './guideFiles.js';
import type { LinkPlace } from './linkOf.js';

/** Serves the documentation as pages at /guides, each rendered from Markdown at its first request. */
export function openGuides(): Router {
  const router = Router({ strict: true });
  const pages = new Map<string, Promise<string>>();
  let guides: Promise<GuideFiles> | undefined;
  router.use('/guides/img', serveFolder(path.join(repository, 'docs/img'), FOR_AN_HOUR));
  router.get('/guides/', (_request, response) => response.redirect('../guides'));
  router.get(['/guides', '/guides/*address'], protectPage(), async (request, response, next) => {
    guides ??= findGuides();
    const files = await guides;
    const address = request.path.slice('/guides/'.length);
    const file = files.get(address);
    if (file === undefined) return next();
    const page = pages.get(file) ?? makePage({ file, files, root: rootOf(request) });
    pages.set(file, page);
    response.type('html').send(await page);
  });
  return router;
}

/** Reads and renders a page. The Markdown library is loaded with the first one. */
async function makePage(place: LinkPlace): Promise<string> {
  const { guideHtml } = await import('./guideHtml.js');
  return guideHtml(await readFile(path.join(repository, place.file), 'utf8'), place);
}
