import type { Response } from 'express';
import { escapeHtml } from '../../web/escapeHtml.js';
import { rootOf } from '../../web/rootOf.js';
import { pageHtml, wholeInPage } from '../../web/pageHtml.js';
import { textsFor, type Texts } from '../../words/textsFor.js';

/** The content of a sign-in page, in the language of the visitor. */
export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly text: string;
  /** A terminal command to copy. */
  readonly command?: string | undefined;
  /** Further lines. */
  readonly list?: readonly string[];
  readonly buttons?: readonly Button[];
  /** Where to continue. */
  readonly links?: readonly Link[];
  /** The origin besides this server to which a button may redirect. */
  readonly leadsTo?: string;
}

/** A button that sends a form to a path of this server, by default that of the page. */
interface Button {
  readonly action?: string;
  readonly label: string;
  /** Hidden fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Adds a field for an e-mail address, which is sent as `email`. */
  readonly asksForEmail?: boolean;
}

/** A link of a page. */
export interface Link {
  readonly href: string;
  readonly label: string;
}

/** The path of a page for a browser, which may reach the server below a path (`PUBLIC_URL`). */
export function pathOf(publicUrl: string | undefined, page: string): string {
  const { pathname } = new URL(publicUrl ?? 'http://here.invalid');
  return pathname.replace(/\/$/, '') + page;
}

/** The texts in the language of the visitor. */
export function textsIn({ req }: Response): Texts {
  return textsFor(req.get('accept-language'));
}

/** Sends a page of text, without scripts and external resources, and not to be framed. */
export function showPage(response: Response, page: Page): void {
  const { status = 200, title, text, leadsTo } = page;
  const forms = ["form-action 'self'", ...(leadsTo === undefined ? [] : [leadsTo])].join(' ');
  const { language, t } = textsIn(response);
  const request = t('Request {id}', { id: response.get('X-Request-Id') ?? '' });
  const note = status < 400 ? '' : `<p class="note">${escapeHtml(request)}</p>`;
  const root = rootOf(response.req);
  // For search engines: what a page says is for one person.
  const description = t('Signing in to this Parley server.');
  const body = `<main class="plain"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${partsOf(page, t('E-mail'))}${note}</main>`;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set('Referrer-Policy', 'same-origin')
    .set('X-Content-Type-Options', 'nosniff')
    .set(
      'Content-Security-Policy',
      // Nothing in it connects; what checks pages reads /robots.txt from it.
      `default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; ${forms}; frame-ancestors 'none'`,
    )
    .type('html')
    .send(
      pageHtml({ title: `${title} · Parley`, language, root, body, description, ...wholeInPage() }),
    );
}

function partsOf({ command, list = [], buttons = [], links = [] }: Page, email: string): string {
  const items = list.map((item) => `<li>${escapeHtml(item)}</li>`).join('');
  const anchors = links.map(
    ({ href, label }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`,
  );
  return [
    command === undefined ? '' : `<p><code>${escapeHtml(command)}</code></p>`,
    items && `<ul>${items}</ul>`,
    ...buttons.map((button) => formOf(button, email)),
    anchors.length > 0 ? `<p>${anchors.join('')}</p>` : '',
  ].join('');
}

function formOf({ action, label, fields = {}, asksForEmail }: Button, email: string): string {
  const target = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const emailField = asksForEmail
    ? `<label>${escapeHtml(email)} <input type="email" name="email" autocomplete="email" required></label> `
    : '';
  return `<form method="post"${target}>${inputs.join('')}${emailField}<button>${escapeHtml(label)}</button></form>`;
}
