import { randomKey } from '@parley/client';
import {
  ShowPresence,
  type ShowPresenceMutationVariables,
  WatchEditors,
  type WatchEditorsSubscription,
} from '@parley/client/dashboard';
import { useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useSubscription } from 'urql';
import { client } from '../../app/server.js';
import { t } from '../../i18n/t.js';
import type { Point } from '../flowModel.js';
import { peopleNow, type Person, typedField } from '../people.js';
import type { Picked } from '../picked.js';

/** Milliseconds after the last selection before the others are shown it. */
const PAUSE = 250;

/** Milliseconds between two signs of where the pointer is. */
const POINTER_PAUSE = 200;

const clientId = randomKey();

/** Who else has the bot open, and their names by the groups and blocks that they look at; shows the others what is selected and pointed at here. */
export function usePeople(
  botId: string,
  { groupIds, blockId }: Picked,
  canvas: RefObject<HTMLElement | null>,
): { readonly people: readonly Person[]; readonly peopleAt: ReadonlyMap<string, string> } {
  const [{ data }] = useSubscription<WatchEditorsSubscription>({
    query: WatchEditors,
    variables: { botId, clientId },
  });
  const groupId = groupIds[0] ?? null;
  const field = typedField.use() ?? null;
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whether it arrives matters to nobody: the next selection is shown again.
      void client
        .mutation(ShowPresence, {
          input: { botId, clientId, groupId, blockId: blockId ?? null, field },
        })
        .toPromise();
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [botId, groupId, blockId, field]);
  const others = useMemo(() => {
    const people = (data?.editorsOf ?? [])
      .filter((editor) => editor.clientId !== clientId)
      .map(({ user, ...editor }) => ({ ...editor, name: user?.name ?? t('Somebody') }));
    const peopleAt = new Map<string, string>();
    for (const person of people) {
      for (const id of [person.groupId, person.blockId]) {
        const before = peopleAt.get(id ?? '');
        if (id !== null)
          peopleAt.set(id, before === undefined ? person.name : `${before}, ${person.name}`);
      }
    }
    return { people, peopleAt };
  }, [data]);
  const { people } = others;
  useEffect(() => peopleNow.set(people), [people]);
  const place = { botId, clientId, groupId, blockId: blockId ?? null, field };
  useShownPointer(people.length > 0, place, canvas);
  return others;
}

/** Shows others where the pointer is on the canvas, while somebody is there to see it. */
function useShownPointer(
  isSeen: boolean,
  place: ShowPresenceMutationVariables['input'],
  canvas: RefObject<HTMLElement | null>,
): void {
  const { screenToFlowPosition } = useReactFlow();
  const latest = useRef(place);
  latest.current = place;
  useEffect(() => {
    const element = canvas.current;
    if (!isSeen || !element) return;
    let pointer: Point | null = null;
    let timer: number | undefined;
    const send = () => {
      timer = undefined;
      // One that is lost is followed by others.
      void client.mutation(ShowPresence, { input: { ...latest.current, pointer } }).toPromise();
    };
    const sendSoon = () => (timer ??= window.setTimeout(send, POINTER_PAUSE));
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer = screenToFlowPosition({ x, y }, { snapToGrid: false });
      sendSoon();
    };
    const leave = () => {
      pointer = null;
      sendSoon();
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
    };
  }, [isSeen, canvas, screenToFlowPosition]);
}
