import { deep } from './deep.js';
import type { Flow } from './flow.js';
import { publicFill } from './publicFill.js';
import type { Session } from './session.js';
import type { Settings } from './settings.js';
import type { Theme } from './theme.js';

/** What a visitor's client may know of a bot. */
export interface PublicFace {
  readonly theme: Theme;
  readonly settings: Settings;
}

/**
 * The look and settings of the chat's own bot with its variables filled in (engine §1.11, choices "Chat"). What is
 * absent stays absent; security and messenger settings are for nobody outside, nor are comments in the style sheet.
 */
export function publicFace(flow: Flow, session: Session): PublicFace {
  const { theme, settings } = deep(
    { theme: flow.definition.theme, settings: flow.definition.settings },
    publicFill(session.stack.slice(0, 1)),
  );
  if (theme.customCss !== undefined) theme.customCss = theme.customCss.replace(CSS_COMMENT, '');
  delete settings.security;
  delete settings.messengerChannel;
  return { theme, settings };
}

const CSS_COMMENT = /\/\*[\s\S]*?\*\//g;
