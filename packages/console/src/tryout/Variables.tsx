import { SetPausedVariables } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change, wordsOf } from '../app/change.js';
import { shown } from './traceWords.js';
import type { Trace } from './useTrace.js';

/** The variables as they are now; in the middle of a turn they can be changed. */
export function Variables({
  sessionId,
  now,
  done,
}: {
  readonly sessionId: string;
  readonly now: Trace['now'];
  readonly done: () => void;
}): ReactNode {
  const [fault, setFault] = useState<string>();
  if (!now || now.variables.length === 0) return <p className="soft">None has a value yet.</p>;
  const pause = now.paused?.pause.number;
  const set = (name: string, value: string): void => {
    change(SetPausedVariables, {
      input: { sessionId, pause: pause ?? null, variables: { [name]: value } },
    })
      .then(done)
      .catch((error: unknown) => setFault(wordsOf(error)));
  };
  return (
    <>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      <table>
        <tbody>
          {now.variables.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {pause === undefined ? (
                  shown(value)
                ) : (
                  <input
                    key={shown(value)}
                    aria-label={name}
                    defaultValue={value === null ? '' : shown(value)}
                    onBlur={({ target }) =>
                      target.value !== target.defaultValue && set(name, target.value)
                    }
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
