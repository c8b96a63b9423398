import type { Response } from 'express';

/** The content of a sign-in page. */
export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly text: string;
  /** Buttons that send a form to an address of this server; to the page's own where none is named. */
  readonly buttons?: readonly { readonly action?: string; readonly label: string }[];
  /** A link to continue with. */
  readonly link?: { readonly href: string; readonly label: string };
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
  'button,a{display:inline-block;font:inherit;padding:.5em 1.1em;border:1px solid;border-radius:.4em}',
  'button{background:none;cursor:pointer}',
  'a{background:#1a56c4;border-color:#1a56c4;color:#fff;text-decoration:none}',
].join('');

/** Sends a plain page: no script, nothing from elsewhere, never in a frame. */
export function showPage(response: Response, page: Page): void {
  const { status = 200, title, text, buttons = [], link } = page;
  const forms = buttons.map(({ action, label }) => {
    const target = action === undefined ? '' : ` action="${escape(action)}"`;
    return `<form method="post"${target}><button>${escape(label)}</button></form>`;
  });
  const way = link ? `<p><a href="${escape(link.href)}">${escape(link.label)}</a></p>` : '';
  const requestId = response.get('X-Request-Id') ?? '';
  const note = status < 400 ? '' : `<p><small>Request ${escape(requestId)}</small></p>`;
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set('Referrer-Policy', 'same-origin')
    .set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type('html')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title>` +
        `<meta name="viewport" content="width=device-width"><style>${STYLE}</style>` +
        `<h1>${escape(title)}</h1><p>${escape(text)}</p>${forms.join('')}${way}${note}</html>`,
    );
}

function escape(text: string): string {
  const marks: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
