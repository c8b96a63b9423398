import type { RequestHandler } from 'express';

/** What a page may do besides loading files of this server. */
export interface PageRights {
  /** Origins that its scripts may call, besides this server. */
  readonly connect?: readonly string[];
  /** Whether it may show pages of this server in frames. */
  readonly frames?: boolean;
  /** Whether its scripts never make scripts or markup of texts, which browsers then refuse (trusted types). */
  readonly isTrusted?: boolean;
}

/**
 * Sets the headers of pages: they load everything from this server, and no text in them runs as a script. Styles may be inline, because the
 * editors create theirs at run time.
 */
export function protectPage({
  connect = [],
  frames = false,
  isTrusted = false,
}: PageRights = {}): RequestHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(isTrusted ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
  ].join('; ');
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    next();
  };
}
