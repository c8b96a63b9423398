import type { Answer, Ask } from './effect.js';
import type { SessionSettings } from './session.js';

/**
 * The answer to an ask that reaches further than its chat may: one that nobody vouched for never uses the credentials of
 * the workspace (choices "Chat"). Undefined for all others, which are for the outside to answer.
 */
export function beyondReach({ reach }: SessionSettings, ask: Ask): Answer | undefined {
  return reach !== undefined && namesCredentials(ask) ? { ok: false, error: BEYOND } : undefined;
}

const BEYOND = 'a preview without a token may not use the credentials of the workspace';

function namesCredentials(ask: Ask): boolean {
  return (
    ('credentialsId' in ask && ask.credentialsId !== undefined) ||
    ('proxyCredentialsId' in ask && ask.proxyCredentialsId !== undefined)
  );
}
