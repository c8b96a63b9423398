import { type ReactNode, useState } from 'react';
import { OpenPopup, type Popup } from '../canvas/input/Popups.js';
import { useGestures } from '../canvas/input/useGestures.js';
import { findBlock, pointOf } from '../canvas/flowModel.js';
import { outletOfChosen, removeChosen } from '../canvas/model/gestures.js';
import { freePlace, sceneOf } from '../canvas/model/scene.js';
import { useSelection } from '../canvas/selection.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';

/** How far a new group is to the right of the one that leads to it, in pixels. */
const BESIDE = 420;

/** What the canvas does by pointer and keys, for the block or group that is selected: phones show its form instead of the canvas. */
export function PartActions(): ReactNode {
  const [popup, open] = useState<Popup>();
  const flow = useDraftState((state) => state.flow);
  const selection = useSelection();
  const { run } = useGestures();
  const { blockId, groupIds } = selection;
  const found = blockId === undefined ? undefined : findBlock(flow, blockId)?.group;
  const group = found ?? flow.groups.find(({ id }) => id === groupIds[0]);
  if (!group) return null;
  const outlet = outletOfChosen(flow, selection);
  const add = (): void => {
    const index = group.blocks.findIndex(({ id }) => id === blockId) + 1 || undefined;
    open({ kind: 'palette', at: { groupId: group.id, index } });
  };
  const connect = (from: string): void => {
    const { x, y } = pointOf(group);
    const point = freePlace(sceneOf(flow), { x: x + BESIDE, y });
    open({ kind: 'connect', outlet: from, point });
  };
  return (
    <div className="partActions">
      <button type="button" onClick={add}>
        {t('Add a block')}
      </button>
      {outlet === undefined ? null : (
        <button type="button" onClick={() => connect(outlet)}>
          {t('Connect to …')}
        </button>
      )}
      <button type="button" onClick={() => run(removeChosen(flow, selection), t('Deleted'))}>
        {t('Delete')}
      </button>
      {popup ? <OpenPopup {...{ popup, flow, run, open }} /> : null}
    </div>
  );
}
