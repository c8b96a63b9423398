import type { Request, Response } from 'express';
import { escapeHtml } from './escapeHtml.js';
import { protectPage, rootOf } from './page.js';

/** A failed request, for a person. */
interface ShownProblem {
  readonly status: number;
  readonly message: string;
  readonly requestId: string;
}

const protect = protectPage();

/** Answers a browser with a page that says what failed and leads to the front page. */
export function showProblem(request: Request, response: Response, problem: ShownProblem): void {
  protect(request, response, () => {
    response.status(problem.status).set('Cache-Control', 'no-store');
    response.type('html').send(htmlOf(problem, rootOf(request)));
  });
}

function htmlOf({ status, message, requestId }: ShownProblem, root: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${titleOf(status)} · Parley</title>
<link rel="icon" href="${root}icon.svg">
<link rel="stylesheet" href="${root}front.css">
</head>
<body>
<header><p class="brand"><img src="${root}icon.svg" alt="" width="32" height="32"> Parley</p></header>
<main>
<h1>${titleOf(status)}</h1>
<p class="lead">${escapeHtml(message)}.</p>
<p><a href="${root}">To the front page</a></p>
<p class="note">Request ${escapeHtml(requestId)}</p>
</main>
</body>
</html>
`;
}

function titleOf(status: number): string {
  if (status === 404) return 'Nothing is here';
  return status >= 500 ? 'The server could not do this' : 'This cannot be done';
}
