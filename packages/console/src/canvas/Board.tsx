import type { JsonObject } from '@parley/client';
import { useReactFlow } from '@xyflow/react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';
import { runningTry } from '../tryout/runningTry.js';
import { BoardContext } from './draw/board.js';
import { Surface } from './draw/Surface.js';
import { useNodes } from './draw/useNodes.js';
import { useView } from './draw/useView.js';
import { type Keyboard, note, placeForNew, press } from './input/keys.js';
import { nameOfKey } from './input/nameOfKey.js';
import { OpenPopup, type Popup } from './input/Popups.js';
import { useCanvasCommands } from './input/useCanvasCommands.js';
import { useCamera } from './input/useCamera.js';
import { isField, useClipboard } from './input/useClipboard.js';
import { type Gestures, useGestures } from './input/useGestures.js';
import { useMoves } from './input/useMoves.js';
import { usePartDrags } from './input/usePartDrags.js';
import { useShownSelection } from './input/useShownSelection.js';
import { placeParts } from './model/gestures.js';
import type { Overlay } from './model/overlay.js';
import { around, partAt, type Scene, sceneOf } from './model/scene.js';
import type { Box } from './flowModel.js';
import { tidy } from './model/tidy.js';
import { BlockPanel } from './overlays/BlockPanel.js';
import { FirstBlock } from './overlays/FirstBlock.js';
import { Finder } from './overlays/Finder.js';
import { Legend } from './overlays/Legend.js';
import { Minimap } from './overlays/Minimap.js';
import { isSmall, Outline } from './overlays/Outline.js';
import { PeopleBar } from './overlays/PeopleBar.js';
import type { OverlayKind } from './overlays/sources.js';
import { type Panel, Toolbar } from './overlays/Toolbar.js';
import { useFaults } from './overlays/useFaults.js';
import { usePeople } from './overlays/usePeople.js';
import { useSelection } from './selection.js';

/** The canvas: draws the flow, and turns what people do with pointer and keys into gestures. */
export function Board({ botId }: { readonly botId: string }): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const { screenToFlowPosition } = useReactFlow();
  const [isFinding, setFinding] = useState(false);
  const [panel, setPanel] = useState<Panel | undefined>(isSmall() ? 'outline' : undefined);
  const state = useBoardState(botId, element);
  const { shown, choose, overlay, show } = useOverlay();
  const { flow, kinds, scene, view, selection, gestures, moves, camera, popup, people } = state;
  const { run, said, say } = gestures;
  const { select } = selection;
  const focus = () => element.current?.focus({ preventScroll: true });
  useEffect(() => {
    // Keyboard users can go on at once. Phones show no canvas first.
    if (document.activeElement === document.body && !isSmall()) focus();
  }, []);
  const { board, beginRename, renamingId, dragging, beginNew, addNew } = useDrawing(state, focus);
  const nodes = useNodes({ ...state, places: moves.places, picked: selection, renamingId });
  const fit = (ids?: readonly string[]) => camera.fit(around(boxesOf(scene, ids)));
  const keyboard: Keyboard = {
    ...{ flow, kinds, scene, run, say, select, fit, camera, moves, picked: selection },
    ...{ rename: beginRename, find: () => setFinding(true) },
    ...{ faults: state.faults, open: state.open },
    arrange: () => arrange(state),
  };
  useCanvasCommands(keyboard);
  const onDoubleClick = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    if (!(target instanceof Element) || !target.matches('.react-flow__pane')) return;
    const point = screenToFlowPosition({ x, y });
    const part = partAt(scene, point);
    if (part) camera.read(part.box);
    else state.open({ kind: 'palette', at: { point } });
  };
  const clipboard = useClipboard({ botId, picked: selection, run, say, middle: camera.middle });
  useShownSelection(selection, scene, { camera, isReady: view.isReady });
  return (
    <BoardContext value={board}>
      <div
        ref={element}
        className="canvas"
        role="application"
        aria-label={t('Flow')}
        tabIndex={0}
        onPointerDownCapture={({ target }) => isOfCanvas(target) && focus()}
        onKeyDown={(event) => {
          if (!hasKeysOfItsOwn(event) && press(nameOfKey(event), keyboard)) event.preventDefault();
        }}
        onDoubleClick={onDoubleClick}
        {...clipboard}
      >
        <FirstBlock keyboard={keyboard} />
        <Surface
          {...{ scene, view, nodes, moves, dragging, selection, overlay, people }}
          faulty={state.faultsByGroup}
        />
        {panel === 'outline' ? (
          <Outline {...{ flow, scene, selection }} marks={overlay?.parts} />
        ) : null}
        {panel === 'blocks' ? <BlockPanel begin={beginNew} add={addNew} /> : null}
        {shown === 'nothing' ? null : <Legend kind={shown} {...{ botId, overlay, show }} />}
        <Minimap scene={state.resting} />
        <PeopleBar {...{ people, scene, camera }} />
        <Toolbar
          add={() => state.open({ kind: 'palette', at: placeForNew(keyboard) })}
          addNote={() => note(keyboard)}
          find={() => setFinding(true)}
          tidy={keyboard.arrange}
          fit={() => fit()}
          {...{ panel, shown, choose, zoom: camera.zoomBy }}
          toggle={(next) => setPanel(panel === next ? undefined : next)}
        />
        {isFinding ? <Finder {...{ flow, kinds, select }} close={() => setFinding(false)} /> : null}
        {popup ? <OpenPopup popup={popup} flow={flow} run={run} open={state.open} /> : null}
        <p className="hidden" role="status">
          {said}
        </p>
      </div>
    </BoardContext>
  );
}

/** Where these parts are, or all. */
function boxesOf({ parts }: Scene, ids: readonly string[] | undefined): readonly Box[] {
  return parts.filter(({ id }) => !ids || ids.includes(id)).map(({ box }) => box);
}

/** Puts the selected groups in order, or all where none or one is selected, and then shows all. */
function arrange({
  flow,
  resting,
  selection,
  gestures,
  camera,
}: ReturnType<typeof useBoardState>): void {
  const only = selection.groupIds.length > 1 ? new Set(selection.groupIds) : undefined;
  const places = tidy(resting, only);
  gestures.run({ edits: placeParts(flow, places) }, t('Arranged. Ctrl Z brings it back.'));
  if (!only)
    camera.fit(around(resting.parts.map(({ id, box }) => ({ ...box, ...places.get(id) }))));
}

/** What is shown over the flow: what was chosen, else the way of a chat that is tried. */
function useOverlay() {
  const [chosen, choose] = useState<OverlayKind | 'nothing'>();
  const [overlay, show] = useState<Overlay>();
  const isTrying = runningTry.use() !== undefined;
  return { shown: chosen ?? (isTrying ? 'run' : 'nothing'), choose, overlay, show };
}

/** What the canvas shows, and what changes it. */
function useBoardState(botId: string, element: RefObject<HTMLElement | null>) {
  const flow = useDraftState((draft) => draft.flow);
  const kinds = useKinds();
  const selection = useSelection();
  const [popup, open] = useState<Popup>();
  const gestures: Gestures = useGestures();
  const moves = useMoves(selection, selection.select, gestures.run);
  // What is dragged is on the map once it is put down.
  const resting = useMemo(() => sceneOf(flow, kinds), [flow, kinds]);
  const { places } = moves;
  const scene = useMemo(
    () => (places.size === 0 ? resting : sceneOf(flow, kinds, places)),
    [flow, kinds, places, resting],
  );
  const others = usePeople(botId, selection, element);
  const [view, camera] = [useView(scene.parts.length), useCamera()];
  const faults = useFaults(flow);
  return {
    flow,
    kinds,
    selection,
    popup,
    open,
    gestures,
    moves,
    scene,
    resting,
    ...others,
    view,
    camera,
    ...faults,
  };
}

/** What every drawn group needs, and what is dragged or renamed. */
function useDrawing(
  { flow, kinds, scene, selection, gestures, open, camera }: ReturnType<typeof useBoardState>,
  focus: () => void,
) {
  const [renamingId, beginRename] = useState<string>();
  const { run } = gestures;
  const { select } = selection;
  const { dragging, beginNew, addNew, beginEdge, beginBlock, beginItem } = usePartDrags({
    ...{ scene, kinds, run, select, open, picked: selection },
    placeForNew: () => placeForNew({ flow, scene, picked: selection, camera }),
  });
  const names = useMemo(
    () => new Map(flow.variables.map(({ id, name }) => [id, String(name)])),
    [flow.variables],
  );
  const board = useMemo(
    () => ({
      ...{ kinds, beginEdge, beginBlock, beginItem, beginRename },
      endWriting(to: EventTarget | null) {
        beginRename(undefined);
        if (to === null) focus();
      },
      changeNote: (noteId: string, patch: JsonObject) =>
        run({ edits: [{ updateNote: { noteId, patch } }] }, t('Note changed')),
      nameOf: (id: string) => names.get(id) ?? t('a deleted variable'),
      changeTitle(groupId: string, typed: string) {
        const title = typed.trim();
        if (title !== '') run({ edits: [{ renameGroup: { groupId, title } }] }, t('Renamed'));
      },
    }),
    // `focus` finds the element when it is called.
    [kinds, names, beginEdge, beginBlock, beginItem, run],
  );
  return { board, beginRename, renamingId, dragging, beginNew, addNew };
}

/** Whether a pointer is on the canvas itself: its keys are meant from then on. */
function isOfCanvas(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.react-flow') !== null && !isField(target);
}

/** Whether a key belongs to what has the focus in the canvas: a field, or a button that Enter presses. */
function hasKeysOfItsOwn({ target, key }: KeyboardEvent): boolean {
  const isPressed = key === 'Enter' && target instanceof HTMLButtonElement;
  return isPressed || isField(target);
}
