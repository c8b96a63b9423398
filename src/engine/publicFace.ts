import { deep } from './deep.js';
import type { Flow } from './flow.js';
import type { Session } from './session.js';
import { MAX_FILLED_LENGTH } from './here.js';
import type { Settings } from './settings.js';
import { fillTemplate } from './template.js';
import type { Theme } from './theme.js';
import type { Value } from './value.js';

/** What a visitor's client may know of a bot. */
export interface PublicFace {
  readonly theme: Theme;
  readonly settings: Settings;
}

/**
 * The look and settings of the chat's own bot with its variables filled in (engine §1.11, choices "Chat"). What is
 * absent stays absent; security and messenger settings are for nobody outside. Inline code gives nothing here.
 */
export function publicFace(flow: Flow, session: Session): PublicFace {
  const variables = session.stack.slice(0, 1).flatMap((frame) => frame.variables);
  const source = {
    valueNamed: (name: string): Value =>
      variables.find((state) => state.name === name && state.value !== null)?.value ?? null,
    runInline: () => ({ ok: true }) as const,
    fit: (text: string) => text.slice(0, MAX_FILLED_LENGTH),
  };
  const { theme, settings } = deep(
    { theme: flow.definition.theme, settings: flow.definition.settings },
    (template) => fillTemplate(template, source),
  );
  delete settings.security;
  delete settings.messengerChannel;
  return { theme, settings };
}
