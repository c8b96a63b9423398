import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/t.js';
import { initialsOf } from '../../ui/initialsOf.js';
import type { Scene } from '../model/scene.js';
import type { Camera } from '../input/useCamera.js';
import type { Person } from '../people.js';

/** Who else has the bot open: one can be followed, to see on the canvas what they look at. */
export function PeopleBar({
  people,
  scene,
  camera,
}: {
  readonly people: readonly Person[];
  readonly scene: Scene;
  readonly camera: Camera;
}): ReactNode {
  const [followedId, follow] = useState<string>();
  const latest = useRef(scene);
  latest.current = scene;
  const followed = people.find((person) => person.clientId === followedId);
  const at = followed?.groupId ?? undefined;
  useEffect(() => {
    const part = at === undefined ? undefined : latest.current.partById.get(at);
    if (part) camera.show(part.box);
  }, [at, camera]);
  if (people.length === 0) return null;
  return (
    <div className="peopleBar" role="group" aria-label={t('Others who have this bot open')}>
      {people.map(({ clientId, name }) => (
        <button
          key={clientId}
          type="button"
          aria-label={t('Follow {name}', { name })}
          aria-pressed={clientId === followedId}
          title={
            clientId === followedId
              ? t('You follow {name}', { name })
              : t('Follow {name}', { name })
          }
          onClick={() => follow(clientId === followedId ? undefined : clientId)}
        >
          {initialsOf(name)}
        </button>
      ))}
    </div>
  );
}
