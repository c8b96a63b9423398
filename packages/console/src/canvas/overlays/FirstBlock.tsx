import { randomKey } from '@parley/client';
import type { ReactNode } from 'react';
import { useDraftState } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import { type Keyboard, placeForNew } from '../input/keys.js';
import { writeIn } from '../input/writeIn.js';
import { addBlock, newBlock } from '../model/gestures.js';
import { kindOfText } from '../../blocks/kinds.js';

/** Begins a flow that has nothing but its start with a text to write in. */
export function FirstBlock({ keyboard }: { readonly keyboard: Keyboard }): ReactNode {
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  const { flow, kinds, run } = keyboard;
  const kind = kindOfText(kinds);
  if (flow.groups.length > 0 || isReadOnly || !kind) return null;
  const begin = (): void => {
    const block = newBlock(kind, randomKey);
    run(addBlock(flow, { ...placeForNew(keyboard), block }, randomKey), t('A text was added'));
    writeIn(block.id);
  };
  return (
    <button type="button" className="primary firstBlock" onClick={begin}>
      {t('Write what the bot says first')}
    </button>
  );
}
