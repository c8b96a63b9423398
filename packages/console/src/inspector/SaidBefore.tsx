import { type FlowPart, randomKey } from '@parley/client';
import type { ReactNode } from 'react';
import { findBlock } from '../canvas/flowModel.js';
import { useGestures } from '../canvas/input/useGestures.js';
import { writeIn } from '../canvas/input/writeIn.js';
import { addBlock, newBlock } from '../canvas/model/gestures.js';
import { isBubble, kindOfText } from '../blocks/kinds.js';
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
  const kind = kindOfText(kinds);
  const found = findBlock(flow, block.id);
  if (!kind || !found) return null;
  const { id: groupId, blocks } = found.group;
  const index = blocks.indexOf(found.block);
  const before = blocks[index - 1];
  const said = before && isBubble(before, kinds) ? before : undefined;
  const open = (blockId: string): void => {
    select({ blockId });
    writeIn(blockId);
  };
  const write = (): void => {
    const added = newBlock(kind, randomKey);
    const gesture = addBlock(flow, { block: added, groupId, index }, randomKey);
    run(gesture, t('A text was added'));
    writeIn(added.id);
  };
  return (
    <>
      {said ? (
        <p className="help">
          {t('Before it, the bot says:')}{' '}
          <button type="button" className="link" onClick={() => open(said.id)}>
            {blockInWords(said, kinds)}
          </button>
        </p>
      ) : null}
      <ForEditors>
        <p className="help">
          {said ? null : `${t('The bot says nothing before it waits for the answer.')} `}
          <button type="button" className={said && 'link'} onClick={write}>
            {said ? t('Write another text') : t('Write the question')}
          </button>
        </p>
      </ForEditors>
    </>
  );
}
