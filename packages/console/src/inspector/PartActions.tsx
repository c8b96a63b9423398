import type { Flow } from '@parley/client';
import { type ReactNode, useState } from 'react';
import { OpenPopup, type Popup } from '../canvas/input/Popups.js';
import { useGestures } from '../canvas/input/useGestures.js';
import { findBlock, pointOf } from '../canvas/flowModel.js';
import { outletOfChosen, removeChosen } from '../canvas/model/gestures.js';
import type { Kinds } from '../blocks/kinds.js';
import { outletsOf } from '../canvas/model/outlets.js';
import type { Picked } from '../canvas/picked.js';
import { freePlace, sceneOf } from '../canvas/model/scene.js';
import { useSelection } from '../canvas/selection.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';

/** How far a new group is to the right of the one that leads to it, in pixels. */
const BESIDE = 420;

/** What the canvas does by pointer and keys, for the block or group that is selected: phones show its form instead of the canvas. */
export function PartActions(): ReactNode {
  const [popup, open] = useState<Popup>();
  const flow = useDraftState((state) => state.flow);
  const selection = useSelection();
  const { run } = useGestures();
  const kinds = useKinds();
  const { blockId, groupIds } = selection;
  const found = blockId === undefined ? undefined : findBlock(flow, blockId)?.group;
  const group = found ?? flow.groups.find(({ id }) => id === groupIds[0]);
  if (!group) return null;
  const outlets = waysFrom(flow, selection, kinds);
  const add = (): void => {
    const index = group.blocks.findIndex(({ id }) => id === blockId) + 1 || undefined;
    open({ kind: 'palette', at: { groupId: group.id, index } });
  };
  const connect = (from: string): void => {
    const { x, y } = pointOf(group);
    const point = freePlace(sceneOf(flow, kinds), { x: x + BESIDE, y });
    open({ kind: 'connect', outlet: from, point });
  };
  return (
    <div className="partActions">
      <button type="button" onClick={add}>
        {t('Add a block')}
      </button>
      {outlets.map(({ id, words }) => (
        <button key={id} type="button" onClick={() => connect(id)}>
          {words}
        </button>
      ))}
      <button type="button" onClick={() => run(removeChosen(flow, selection), t('Deleted'))}>
        {t('Delete')}
      </button>
      {popup ? <OpenPopup {...{ popup, flow, run, open }} /> : null}
    </div>
  );
}

/** The places that edges begin at, with what their buttons say. */
function waysFrom(flow: Flow, picked: Picked, kinds: Kinds) {
  const several = outletsOf(flow, picked, kinds);
  if (several.length > 0)
    return several.map(({ id, text }) => ({ id, words: t('Connect “{text}” to …', { text }) }));
  const id = outletOfChosen(flow, picked);
  return id === undefined ? [] : [{ id, words: t('Connect to …') }];
}
