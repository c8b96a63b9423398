import type { JsonObject } from '@parley/client';
import { type ReactNode, useId } from 'react';
import { useDraft, useDraftState } from '../../draft/useDraft.js';
import { valueAt } from '../../blocks/formModel.js';
import { useTyped } from '../../ui/useTyped.js';
import { t } from '../../i18n/t.js';

/** What has the main colour of a chat. */
const PARTS = ['buttons', 'guestBubbles'] as const;

/** The colour of a chat to which nothing else was said, as the page of the chat has it. */
const USUAL = '#0042da';

/** One colour for all that stands out in a chat: most people want no more of a theme. */
export function MainColour(): ReactNode {
  const id = useId();
  const draft = useDraft();
  const stored = useDraftState(({ flow }) => valueAt(flow.theme, PATH));
  const typed = useTyped(typeof stored === 'string' ? stored : USUAL, (colour) => {
    draft.edit([{ setTheme: { patch: themeIn(colour) } }]);
  });
  return (
    <div className="field mainColour">
      <label htmlFor={id}>{t('Main colour')}</label>
      <input
        id={id}
        type="color"
        value={HEX.test(typed.text) ? typed.text : USUAL}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
      />
      <p className="help" id={`${id}-help`}>
        {t('Of buttons, and of what visitors say. Below, each part has its own.')}
      </p>
    </div>
  );
}

const PATH = ['chat', 'buttons', 'backgroundColor'] as const;
const HEX = /^#[0-9a-f]{6}$/i;

/** A change of the theme to a colour; the page of the chat chooses the words on it. */
function themeIn(backgroundColor: string): JsonObject {
  return { chat: Object.fromEntries(PARTS.map((part) => [part, { backgroundColor }])) };
}
