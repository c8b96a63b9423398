import { escapeHtml } from '../web/escapeHtml.js';
import type { Response } from 'express';

/** The content of a sign-in page. */
export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly text: string;
  /** Further facts, one a line. */
  readonly list?: readonly string[];
  readonly buttons?: readonly Button[];
  /** Where to continue. */
  readonly links?: readonly Link[];
  /** The origin to which a button may lead through a redirect, besides this server. */
  readonly leadsTo?: string;
}

/** A button that sends a form to an address of this server; to the page's own where none is named. */
interface Button {
  readonly action?: string;
  readonly label: string;
  /** What the form sends. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Asks for an e-mail address, which the form sends as `email`. */
  readonly asksForEmail?: boolean;
}

interface Link {
  readonly href: string;
  readonly label: string;
}

/** The address of a page of this server for a browser, which may reach the server below a path (`PUBLIC_URL`). */
export function pathOf(publicUrl: string | undefined, page: string): string {
  const { pathname } = new URL(publicUrl ?? 'http://here.invalid');
  return pathname.replace(/\/$/, '') + page;
}

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:15vh auto;padding:0 1em}',
  'h1{font-size:1.6em;line-height:1.2}',
  'form{display:inline-block;margin:0 .75em .75em 0}',
  'input{font:inherit;padding:.5em;border:1px solid;border-radius:.4em}',
  'button,a{display:inline-block;font:inherit;padding:.5em 1.1em;border:1px solid;border-radius:.4em}',
  'button{background:none;cursor:pointer}',
  'a{background:#1a56c4;border-color:#1a56c4;color:#fff;text-decoration:none;margin:0 .75em .75em 0}',
].join('');

/** Sends a plain page: no script, nothing from elsewhere, never in a frame. */
export function showPage(response: Response, page: Page): void {
  const { status = 200, title, text, leadsTo } = page;
  const forms = ["form-action 'self'", ...(leadsTo === undefined ? [] : [leadsTo])].join(' ');
  const requestId = response.get('X-Request-Id') ?? '';
  const note = status < 400 ? '' : `<p><small>Request ${escapeHtml(requestId)}</small></p>`;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set('Referrer-Policy', 'same-origin')
    .set('X-Content-Type-Options', 'nosniff')
    .set(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; ${forms}; frame-ancestors 'none'`,
    )
    .type('html')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
        `<meta name="viewport" content="width=device-width"><style>${STYLE}</style>` +
        `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${partsOf(page)}${note}</html>`,
    );
}

function partsOf({ list = [], buttons = [], links = [] }: Page): string {
  const items = list.map((item) => `<li>${escapeHtml(item)}</li>`).join('');
  const ways = links.map(
    ({ href, label }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`,
  );
  return [
    items && `<ul>${items}</ul>`,
    ...buttons.map(formOf),
    ways.length > 0 ? `<p>${ways.join('')}</p>` : '',
  ].join('');
}

function formOf({ action, label, fields = {}, asksForEmail }: Button): string {
  const target = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const asked = asksForEmail
    ? '<label>E-mail <input type="email" name="email" autocomplete="email" required></label> '
    : '';
  return `<form method="post"${target}>${inputs.join('')}${asked}<button>${escapeHtml(label)}</button></form>`;
}
