/** Where a page that shows a chat stands. */
interface ChatPlace {
  /** Whether it is the bot's own address: on that of this server no code of a bot runs in the page (SECURITY.md). */
  readonly isOwnDomain: boolean;
  /** Whether other pages may show it in a frame. */
  readonly isFramed: boolean;
}

/** Headers of a page that shows a chat: what its flow names may be loaded, but for scripts. */
export function chatHeaders({ isOwnDomain, isFramed }: ChatPlace): Record<string, string> {
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
    ...(isFramed ? [] : ["frame-ancestors 'none'"]),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
}
