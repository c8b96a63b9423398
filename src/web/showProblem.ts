import type { Request, Response } from 'express';
import { escapeHtml } from './escapeHtml.js';
import { protectPage } from './pageHeaders.js';
import { filesOf, PAGE_STYLES, pageHtml, readingLinks } from './pageHtml.js';
import { rootOf } from './rootOf.js';

/** A failed request, as shown to a person. */
interface ShownProblem {
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
}

const protect = protectPage();

/** Responds to a browser with a page that says what failed and links to the front page. */
export function showProblem(request: Request, response: Response, problem: ShownProblem): void {
  protect(request, response, () => {
    response.status(problem.status).set('Cache-Control', 'no-store');
    response.type('html').send(htmlOf(problem, rootOf(request)));
  });
}

function htmlOf({ status, message, requestId }: ShownProblem, root: string): string {
  const title = titleOf(status);
  return pageHtml({
    title: `${title} · Parley`,
    root,
    head: `<meta name="robots" content="noindex">\n${filesOf(root, PAGE_STYLES)}`,
    beside: readingLinks(root),
    body: `<main>
<h1>${title}</h1>
<p class="lead">${escapeHtml(message)}.</p>
<p><a href="${root}">To the front page</a></p>
<p class="note">Request ${escapeHtml(requestId)}</p>
</main>`,
  });
}

function titleOf(status: number): string {
  if (status === 404) return 'Nothing is here';
  return status >= 500 ? 'The server could not do this' : 'This cannot be done';
}
