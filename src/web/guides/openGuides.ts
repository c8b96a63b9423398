import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import { FOR_AN_HOUR, serveFolder } from '../caching.js';
import { protectPage } from '../pageHeaders.js';
import { rootOf } from '../rootOf.js';
import { findGuides, repository, type GuideFiles } from './guideFiles.js';
import type { LinkPlace } from './linkOf.js';

/** The documentation as pages at /guides, each made of its Markdown when it is first requested. */
export function openGuides(): Router {
  const router = Router({ strict: true });
  const made = new Map<string, Promise<string>>();
  let found: Promise<GuideFiles> | undefined;
  router.use('/guides/img', serveFolder(path.join(repository, 'docs/img'), FOR_AN_HOUR));
  router.get('/guides/', (_request, response) => response.redirect('../guides'));
  router.get(['/guides', '/guides/*address'], protectPage(), async (request, response, next) => {
    found ??= findGuides();
    const files = await found;
    const address = request.path.slice('/guides/'.length);
    const file = files.get(address);
    if (file === undefined) return next();
    const page = made.get(file) ?? makePage({ file, files, root: rootOf(request) });
    made.set(file, page);
    response.type('html').send(await page);
  });
  return router;
}

/** Reads and renders a page; the library that renders it is loaded with the first one. */
async function makePage(place: LinkPlace): Promise<string> {
  const { guideHtml } = await import('./guideHtml.js');
  return guideHtml(await readFile(path.join(repository, place.file), 'utf8'), place);
}
