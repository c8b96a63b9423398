import { useEffect, useRef } from 'react';
import type { Selection } from '../picked.js';
import type { Box } from '../flowModel.js';
import { SIZES } from '../model/plan.js';
import { around, type Placed, type Scene } from '../model/scene.js';
import type { Camera } from './useCamera.js';

/** Shows all of the flow at first, or the part that is selected; later, what becomes selected where it is not seen. */
export function useShownSelection(
  { groupIds, blockId }: Selection,
  scene: Scene,
  { camera, isReady }: { readonly camera: Camera; readonly isReady: boolean },
): void {
  const isFirst = useRef(true);
  const latest = useRef(scene);
  latest.current = scene;
  const [groupId] = groupIds;
  const isOne = groupIds.length === 1;
  useEffect(() => {
    if (!isReady) return;
    const { parts, partById } = latest.current;
    const part = isOne ? partById.get(groupId ?? '') : undefined;
    if (isFirst.current) camera.fit(around(parts.map(({ box }) => box)), false);
    isFirst.current = false;
    if (part) camera.show(boxOf(part, blockId), wayTo(part, blockId, latest.current));
  }, [isReady, isOne, groupId, blockId, camera]);
}

/** The box of what leads to the first block of a group: an edge, and the row where it begins, as wide as the group or event there. */
function wayTo(
  { id, plan }: Placed,
  blockId: string | undefined,
  { lines, partById }: Scene,
): Box | undefined {
  const isFirstBlock = blockId === undefined || plan?.blocks[0]?.block.id === blockId;
  const line = isFirstBlock ? lines.find(({ target }) => target === id) : undefined;
  if (!line) return undefined;
  const { x, y } = line.from;
  const { width = 0 } = partById.get(line.source)?.box ?? {};
  const row = { x: x - width, y: y - SIZES.header / 2, width, height: SIZES.header };
  return around([line.box, row]);
}

/** The box of a block in its group, or else of the whole part. */
function boxOf({ box, plan }: Placed, blockId: string | undefined): Box {
  const block = plan?.blocks.find((one) => one.block.id === blockId);
  return block ? { ...box, y: box.y + block.y, height: block.height } : box;
}
