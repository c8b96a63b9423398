import { Router, type RequestHandler } from 'express';
import { exampleBots } from '../examples/exampleBots.js';
import type { ShownExample } from '../examples/openExamples.js';
import { wantsPage } from '../http/requests.js';
import { etagOf, FOR_AN_HOUR, IF_UNCHANGED } from './caching.js';
import { chatHeaders } from './chatHeaders.js';
import { frontPageHtml } from './frontPageHtml.js';
import { pageFiles } from './pageFiles.js';

/** What the front page tells of this server. */
interface FrontPageParts {
  /** In production there is no explorer. */
  readonly isProduction: boolean;
  /** The largest body of a request with a bot, in bytes. */
  readonly authoringBodyLimit: number;
  readonly publicUrl?: string | undefined;
  readonly examples: readonly ShownExample[];
}

/** The page that browsers get at the bare address, with the examples that it plays. Programs are passed on. */
export function openFrontPage(parts: FrontPageParts): Router {
  const router = Router({ strict: true });
  const html = frontPageHtml({
    hasExplorer: !parts.isProduction,
    limit: parts.authoringBodyLimit,
    publicUrl: parts.publicUrl,
    examples: parts.examples,
  });
  const etag = etagOf(html);
  const show: RequestHandler = (request, response, next) => {
    if (!wantsPage(request)) return next();
    response.set(chatHeaders({ isOwnDomain: false, framedBy: [] }));
    response.set({ 'Cache-Control': IF_UNCHANGED, ETag: etag }).vary('Accept');
    response.type('html').send(html);
  };
  router.get('/', show);
  for (const file of ['brand.css', 'page.css', 'front.css', 'guide.css', 'icon.svg']) {
    router.get(`/${file}`, (_request, response) => {
      response.set('Cache-Control', FOR_AN_HOUR);
      // Without its date: files of an npm package all have the same.
      response.sendFile(file, { root: pageFiles, lastModified: false });
    });
  }
  router.get('/examples/:file', ({ params }, response, next) => {
    if (!/^[a-z-]+\.json$/.test(params.file)) return next();
    response.sendFile(params.file, { root: exampleBots }, (error) => {
      if (error) next();
    });
  });
  return router;
}
