import type { Request, Response } from 'express';
import { textsFor, type Word } from '../words/textsFor.js';
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
    response.type('html').send(htmlOf(request, problem));
  });
}

function htmlOf(request: Request, { status, message, requestId }: ShownProblem): string {
  const { language, t, ofFailure } = textsFor(request.get('accept-language'));
  const root = rootOf(request);
  const title = t(titleOf(status));
  return pageHtml({
    title: `${title} · Parley`,
    language,
    root,
    head: `<meta name="robots" content="noindex">\n${filesOf(root, PAGE_STYLES)}`,
    beside: readingLinks(root),
    body: `<main>
<h1>${title}</h1>
<p class="lead">${escapeHtml(ofFailure(message))}.</p>
<p><a href="${root}">${t('To the front page')}</a></p>
<p class="note">${escapeHtml(t('Request {id}', { id: requestId }))}</p>
</main>`,
  });
}

function titleOf(status: number): Word {
  if (status === 404) return 'Nothing is here';
  return status >= 500 ? 'The server could not do this' : 'This cannot be done';
}
