import type { Response } from 'express';

/** What a page of the sign-in shows. */
export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly text: string;
  /** A button that sends a form to an address of this server. */
  readonly button?: { readonly action: string; readonly label: string };
}

/** Shows a plain page: no script, nothing from elsewhere, never in a frame. */
export function showPage(response: Response, { status = 200, title, text, button }: Page): void {
  const form = button
    ? `<form method="post" action="${escape(button.action)}"><button>${escape(button.label)}</button></form>`
    : '';
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
        '<style>body{font:16px/1.5 system-ui;max-width:32em;margin:15vh auto;padding:0 1em}</style>' +
        `<h1>${escape(title)}</h1><p>${escape(text)}</p>${form}</html>`,
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
