import { type ReactNode, useMemo } from 'react';
import { useDraftState } from '../draft/useDraft.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';
import { Loading } from '../ui/Loading.js';
import { sceneOf } from './model/scene.js';
import { isSmall, Outline } from './overlays/Outline.js';
import { useSelection } from './selection.js';

/** What is shown of a flow until its canvas is loaded: on a phone the outline, which a phone shows first anyhow. */
export function FirstOutline(): ReactNode {
  const flow = useDraftState((draft) => draft.flow);
  const kinds = useKinds();
  const scene = useMemo(() => sceneOf(flow, kinds), [flow, kinds]);
  const selection = useSelection();
  if (!isSmall()) return <Loading />;
  return (
    <div className="besideCanvas">
      <div className="canvas">
        <Outline {...{ flow, scene, selection }} marks={undefined} />
      </div>
    </div>
  );
}
