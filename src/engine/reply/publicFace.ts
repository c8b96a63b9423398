import { fillDeep } from '../text/fillDeep.js';
import type { Flow, FlowDefinition } from '../flow/flow.js';
import { frozen, oncePer } from '../documents/oncePer.js';
import { inLanguage } from '../translations/inLanguage.js';
import { publicFill } from '../interpreter/publicFill.js';
import type { Session } from '../interpreter/session.js';
import type { Settings } from '../documents/settings.js';
import { type Theme, themeVersionOf } from '../documents/theme.js';

/** The part of a bot that a visitor's client receives. */
export interface PublicFace {
  readonly theme: Theme;
  readonly settings: Settings;
}

/**
 * The theme and settings of the chat's own bot in the language of the chat, with variables filled in. Absent members stay absent; the theme names the
 * version whose defaults they have, where that is not 6. Security and messenger settings and comments in the style sheet are not
 * included.
 */
export function publicFace(flow: Flow, session: Session): PublicFace {
  const { definition } = inLanguage(flow, session.locale);
  return (
    faceForAll(definition) ?? fillDeep(shown(definition), publicFill(session.stack.slice(0, 1)))
  );
}

/** The public part of a bot without templates, made once. */
const faceForAll = oncePer((definition: FlowDefinition) => {
  const face = shown(definition);
  return JSON.stringify(face).includes('{{') ? undefined : frozen(face);
});

function shown(definition: FlowDefinition): PublicFace {
  const { theme, settings } = definition;
  const { security, messengerChannel, ...others } = settings;
  const { customCss } = theme;
  const version = themeVersionOf(definition);
  return {
    theme: {
      ...theme,
      ...(customCss !== undefined && { customCss: withoutComments(customCss) }),
      ...(version && { version }),
    },
    settings: others,
  };
}

/** Without a regular expression, which would search the whole text again for each comment that is not closed. */
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
