import { readOrigin } from '../context/readOrigin.js';

/** Where a chat page is served and embedded. */
interface ChatPlace {
  /** Whether it is at the bot's own domain: at that of this server, no code of a bot runs in the page (SECURITY.md). */
  readonly isOwnDomain: boolean;
  /** The origins whose pages may embed it in a frame: absent for any, empty for none, `self` for those of this server. */
  readonly framedBy?: readonly string[] | 'self' | undefined;
}

/** The headers of a chat page. It may load what its flow names, except scripts. */
export function chatHeaders({ isOwnDomain, framedBy }: ChatPlace): Record<string, string> {
  const scripts = isOwnDomain ? "https: 'unsafe-inline' 'unsafe-eval'" : 'https://js.stripe.com';
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    "style-src 'self' 'unsafe-inline' https:",
    'img-src * data: blob:',
    'media-src * data: blob:',
    'font-src * data:',
    'connect-src * data: blob:',
    'frame-src *',
    "base-uri 'none'",
    "form-action 'none'",
    ...(framedBy ? [framedOnlyBy(framedBy)] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
}

/** The directive `frame-ancestors`. Texts that are no origin are dropped, because they could end the directive. */
function framedOnlyBy(origins: readonly string[] | 'self'): string {
  if (origins === 'self') return "frame-ancestors 'self'";
  if (origins.length === 0) return "frame-ancestors 'none'";
  // Host names may contain semicolons and commas.
  const named = origins.filter((text) => readOrigin(text)?.origin === text && !/[;,]/.test(text));
  return ['frame-ancestors', "'self'", ...named].join(' ');
}
