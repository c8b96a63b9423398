import { fillDeep } from '../text/fillDeep.js';
import type { Flow, FlowDefinition } from '../flow/flow.js';
import { frozen } from '../interpreter/frozen.js';
import { oncePer } from '../interpreter/oncePer.js';
import { publicFill } from '../interpreter/publicFill.js';
import type { Session } from '../interpreter/session.js';
import type { Settings } from '../documents/settings.js';
import type { Theme } from '../documents/theme.js';

/** What a visitor's client may know of a bot. */
export interface PublicFace {
  readonly theme: Theme;
  readonly settings: Settings;
}

/**
 * The look and settings of the chat's own bot with its variables filled in. What is
 * absent stays absent; security and messenger settings are for nobody outside, nor are comments in the style sheet.
 */
export function publicFace({ definition }: Flow, session: Session): PublicFace {
  return (
    faceForAll(definition) ?? fillDeep(shown(definition), publicFill(session.stack.slice(0, 1)))
  );
}

/** The face of a bot that has no templates in it, made once. */
const faceForAll = oncePer((definition: FlowDefinition) => {
  const face = shown(definition);
  return JSON.stringify(face).includes('{{') ? undefined : frozen(face);
});

function shown({ theme, settings }: FlowDefinition): PublicFace {
  const { security, messengerChannel, ...others } = settings;
  const { customCss } = theme;
  return {
    theme: customCss === undefined ? theme : { ...theme, customCss: withoutComments(customCss) },
    settings: others,
  };
}

/** Not by a regular expression, which would search the whole text again for each comment that has no end. */
function withoutComments(css: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = css.indexOf('/*', at);
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2);
    if (end < 0) return [...kept, css.slice(at)].join('');
    kept.push(css.slice(at, start));
    at = end + 2;
  }
}
