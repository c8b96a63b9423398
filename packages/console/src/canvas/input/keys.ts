import { type Flow, randomKey } from '@parley/client';
import { t } from '../../i18n/t.js';
import { type Box, findBlock, type Point } from '../flowModel.js';
import type { Fault } from '../draw/board.js';
import {
  type Addition,
  duplicate,
  type Gesture,
  neighbours,
  outletOfChosen,
  placeParts,
  removeChosen,
  shiftBlock,
} from '../model/gestures.js';
import type { Kinds } from '../../blocks/kinds.js';
import { addNote, notesOf } from '../model/notes.js';
import { outletsOf } from '../model/outlets.js';
import { SIZES } from '../model/plan.js';
import { freePlace, type Scene } from '../model/scene.js';
import { blocksPicked, type Picked } from '../picked.js';
import { writeIn } from './writeIn.js';
import { besideBlock, nearest, STEPS, type Way } from './places.js';
import type { Popup } from './Popups.js';
import type { Camera } from './useCamera.js';
import type { Moves } from './useMoves.js';

/** What keys act on, and what they do. */
export interface Keyboard {
  readonly flow: Flow;
  readonly kinds: Kinds;
  readonly scene: Scene;
  readonly picked: Picked;
  readonly faults: readonly Fault[];
  readonly moves: Moves;
  readonly camera: Camera;
  run(gesture: Gesture, words: string): void;
  say(words: string): void;
  select(parts: Partial<Picked>): void;
  open(popup: Popup): void;
  find(): void;
  /** Puts the selected groups in order, or all. */
  arrange(): void;
  /** Begins to write the title of a group, or a note. */
  rename(id: string): void;
  /** Shows some parts, or all. */
  fit(ids?: readonly string[]): void;
}

/** How far parts move by one press of a key, in pixels. */
const STEP = 8;
const PAN = 120;

/** Does what a key means; whether it means anything. */
export function press(name: string, keyboard: Keyboard): boolean {
  const { byKey } = keyboard.moves;
  const act = byKey ? moving(name, keyboard, byKey) : ACTIONS[name];
  act?.(keyboard);
  return act !== undefined;
}

type Act = (keyboard: Keyboard) => void;

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** What keys mean while parts are moved. */
function moving(
  name: string,
  { flow }: Keyboard,
  moved: ReadonlyMap<string, Point>,
): Act | undefined {
  const way = WAYS[name.replace('Shift+', '')];
  if (way) {
    const by = STEP * (name.startsWith('Shift') ? 5 : 1);
    const step = STEPS[way];
    const entries = [...moved].map(
      ([id, { x, y }]) => [id, { x: x + step.x * by, y: y + step.y * by }] as const,
    );
    return ({ moves }) => moves.moveByKey(new Map(entries));
  }
  if (name === 'Enter' || name === 'm') {
    return ({ run, moves }) => {
      moves.moveByKey(undefined);
      run({ edits: placeParts(flow, moved) }, t('Moved'));
    };
  }
  if (name !== 'Escape') return undefined;
  return ({ moves, say }) => {
    moves.moveByKey(undefined);
    say(t('Not moved'));
  };
}

function go(way: Way): Act {
  return ({ flow, scene, picked, select }) => {
    const { blockId, groupIds } = picked;
    const by = way === 'up' ? -1 : way === 'down' ? 1 : undefined;
    if (blockId !== undefined && by !== undefined) {
      const next = besideBlock(flow, blockId, by);
      if (next !== undefined) select({ blockId: next });
      return;
    }
    const to = nearest(scene, groupIds.at(-1) ?? '', way);
    if (to) select({ groupIds: [to.id] });
  };
}

function shift(by: 1 | -1): Act {
  return ({ flow, picked, run, say }) => {
    if (picked.blockId === undefined) return;
    const gesture = shiftBlock(flow, picked.blockId, by);
    if (gesture.edits.length === 0) say(t('It cannot go further in this group'));
    run(gesture, by < 0 ? t('Moved up') : t('Moved down'));
  };
}

function along(way: 'next' | 'previous'): Act {
  return ({ flow, picked, select, say }) => {
    const group = flow.groups.find(({ id }) => id === picked.groupIds[0]);
    const event = flow.events.find(({ id }) => id === picked.groupIds[0]);
    const first = flow.edges.find(({ id }) => id === event?.['outgoingEdgeId'])?.to.groupId;
    const [to = way === 'next' ? first : undefined] = group ? neighbours(flow, group, way) : [];
    if (to === undefined)
      say(way === 'next' ? t('Nothing comes after it') : t('Nothing leads to it'));
    else select({ groupIds: [to] });
  };
}

const leave: Act = ({ picked, select }) => {
  select(picked.blockId === undefined ? {} : { groupIds: picked.groupIds });
};

/** Begins to write the title of the group that is selected, or the note. */
const write: Act = ({ scene, picked, rename, camera }) => {
  const part = scene.partById.get(picked.groupIds[0] ?? '');
  if (!part?.group && !part?.note) return;
  // Titles and notes have no field where only boxes are drawn.
  if (!camera.isReadable()) camera.read(part.box);
  rename(part.id);
};

const enter: Act = (keyboard) => {
  const { flow, picked, select } = keyboard;
  const group = flow.groups.find(({ id }) => id === picked.groupIds[0]);
  const first = group?.blocks[0];
  if (picked.blockId !== undefined) writeIn(picked.blockId);
  else if (first) select({ blockId: first.id });
  else if (!group) write(keyboard);
};

/** Adds a note, and begins to write it. */
export const note: Act = ({ scene, camera, run, rename }) => {
  const { noteId, ...gesture } = addNote(freePlace(scene, camera.middle()), randomKey);
  run(gesture, t('Note added'));
  rename(noteId);
};

const remove: Act = ({ flow, picked, run, say }) => {
  const gesture = removeChosen(flow, picked);
  if (gesture.edits.length === 0) say(t('Nothing is selected that can be deleted'));
  run(gesture, t('Deleted. Ctrl Z brings it back.'));
};

const copyBeside: Act = ({ flow, picked, run }) => {
  run(duplicate(flow, picked, randomKey), t('Duplicated'));
};

/** Where a block goes that is added: after the block that is selected, in the group that is selected, or in a new one. */
export function placeForNew({
  flow,
  scene,
  picked,
  camera,
}: Pick<Keyboard, 'flow' | 'scene' | 'picked' | 'camera'>): Omit<Addition, 'block'> {
  const found = picked.blockId === undefined ? undefined : findBlock(flow, picked.blockId);
  const groupId = found?.group.id ?? picked.groupIds.find((id) => isGroup(flow, id));
  const index = found ? found.group.blocks.indexOf(found.block) + 1 : undefined;
  if (groupId !== undefined) return { groupId, index };
  const [only] = scene.parts.length === 1 ? scene.parts : [];
  // The first group is beside the start, and the edge to it straight.
  const point = only
    ? { ...after(only.box), y: only.box.y + (only.box.height - SIZES.header) / 2 }
    : camera.middle();
  return { point: freePlace(scene, point) };
}

/** Opens the palette; the keys mean the canvas afterwards, too. */
const add: Act = (keyboard) => {
  keyboard.open({ kind: 'palette', at: placeForNew(keyboard), staysOnCanvas: true });
};

/** Where what comes after a part is put. */
function after({ x, y, width }: Box): Point {
  return { x: x + width + 120, y };
}

const connect: Act = ({ flow, kinds, scene, picked, open, say }) => {
  const outlet = outletOfChosen(flow, picked);
  const box = scene.partById.get(picked.groupIds[0] ?? '')?.box;
  if (outlet === undefined || !box) return say(t('Select a block first'));
  const point = freePlace(scene, after(box));
  const several = picked.itemId === undefined ? outletsOf(flow, picked, kinds) : [];
  if (several.length > 0) open({ kind: 'outlets', outlets: several, point });
  else open({ kind: 'connect', outlet, point });
};

const beginMove: Act = ({ scene, picked, moves, say }) => {
  const parts = picked.groupIds.flatMap((id) => scene.partById.get(id) ?? []);
  if (parts.length === 0) return;
  moves.moveByKey(new Map(parts.map(({ id, box: { x, y } }) => [id, { x, y }])));
  say(t('Arrow keys move, Enter puts down, Escape goes back'));
};

function problem(by: 1 | -1): Act {
  return ({ faults, picked, select, say }) => {
    const places = faults.filter(({ groupId, blockId }) => groupId !== null || blockId !== null);
    const at = places.findIndex(
      ({ groupId, blockId }) =>
        blockId === (picked.blockId ?? null) &&
        (groupId ?? picked.groupIds[0]) === picked.groupIds[0],
    );
    const next = places.at(at < 0 && by < 0 ? -1 : (at + by) % places.length);
    if (!next) return say(t('There are no problems'));
    const { blockId, groupId, message } = next;
    select(blockId === null ? { groupIds: [groupId ?? ''] } : { blockId });
    say(message);
  };
}

function isGroup(flow: Flow, groupId: string): boolean {
  return flow.groups.some(({ id }) => id === groupId);
}

/** Selects all groups and notes; where a block is selected, all blocks of its kind. */
const selectAll: Act = ({ flow, picked: { blockId }, select, say }) => {
  const type = blockId === undefined ? undefined : findBlock(flow, blockId)?.block['type'];
  if (type === undefined)
    return select({ groupIds: [...flow.groups, ...notesOf(flow)].map(({ id }) => id) });
  const alike = flow.groups.flatMap(({ blocks }) => blocks.filter((one) => one['type'] === type));
  const others = alike.map(({ id }) => id).filter((id) => id !== blockId);
  select(blocksPicked([blockId ?? '', ...others]));
  say(
    t('1 block of this kind is selected|{count} blocks of this kind are selected', {
      count: alike.length,
    }),
  );
};

const ACTIONS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(Object.entries(WAYS).map(([key, way]) => [key, go(way)])),
  ...Object.fromEntries(
    Object.entries(WAYS).map(([key, way]) => {
      const { x, y } = STEPS[way];
      return [`Shift+${key}`, ({ camera }: Keyboard) => camera.pan({ x: -x * PAN, y: -y * PAN })];
    }),
  ),
  'Alt+ArrowUp': shift(-1),
  'Alt+ArrowDown': shift(1),
  'Alt+ArrowRight': along('next'),
  'Alt+ArrowLeft': along('previous'),
  Escape: leave,
  Enter: enter,
  Delete: remove,
  'Mod+Backspace': remove,
  'Mod+d': copyBeside,
  'Mod+a': selectAll,
  'Mod+f': ({ find }) => find(),
  '/': add,
  '+': add,
  c: connect,
  m: beginMove,
  n: problem(1),
  'Shift+n': problem(-1),
  s: note,
  t: ({ arrange }) => arrange(),
  F2: write,
  '=': ({ camera }) => camera.zoomBy('in'),
  '-': ({ camera }) => camera.zoomBy('out'),
  '0': ({ camera }) => camera.zoomToOne(),
  'Shift+1': ({ fit }) => fit(),
  'Shift+2': ({ fit, picked }) => fit(picked.groupIds),
};
