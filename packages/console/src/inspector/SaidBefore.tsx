import { type FlowPart, randomKey } from '@parley/client';
import type { ReactNode } from 'react';
import { findBlock } from '../canvas/flowModel.js';
import { useGestures } from '../canvas/input/useGestures.js';
import { writeIn } from '../canvas/input/writeIn.js';
import { addBlock, newBlock } from '../canvas/model/gestures.js';
import { kindOfText } from '../blocks/kinds.js';
import { blockInWords } from '../canvas/model/textOf.js';
import { useSelection } from '../canvas/selection.js';
import { ForEditors } from '../draft/ForEditors.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';

/** What the bot says before a block that asks: the block before it, and a button that adds one to write in. */
export function SaidBefore({ block }: { readonly block: FlowPart }): ReactNode {
  const flow = useDraftState((state) => state.flow);
  const kinds = useKinds();
  const { select } = useSelection();
  const { run } = useGestures();
  const group = findBlock(flow, block.id)?.group;
  const index = group?.blocks.findIndex(({ id }) => id === block.id) ?? 0;
  const before = group?.blocks[index - 1];
  const kind = kindOfText(kinds);
  if (!kind) return null;
  const write = (): void => {
    const added = newBlock(kind, randomKey);
    const gesture = addBlock(flow, { block: added, groupId: group?.id, index }, randomKey);
    run(gesture, t('A text was added'));
    writeIn(added.id);
  };
  if (before && kinds.get(String(before['type']))?.category === 'BUBBLE') {
    return (
      <>
        <p className="help">
          {t('Before it, the bot says:')}{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              select({ blockId: before.id });
              writeIn(before.id);
            }}
          >
            {blockInWords(before, kinds)}
          </button>
        </p>
        <ForEditors>
          <p className="help">
            <button type="button" className="link" onClick={write}>
              {t('Write another text')}
            </button>
          </p>
        </ForEditors>
      </>
    );
  }
  return (
    <ForEditors>
      <p className="help">
        {t('The bot says nothing before it waits for the answer.')}{' '}
        <button type="button" onClick={write}>
          {t('Write the question')}
        </button>
      </p>
    </ForEditors>
  );
}
