import { SetPausedVariables } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { shown } from './traceWords.js';
import type { Trace } from './useTrace.js';
import { Fault } from '../ui/Fault.js';

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
  const { fault, run } = useAction(done);
  if (!now || now.variables.length === 0)
    return <p className="soft">{t('None has a value yet.')}</p>;
  const pause = now.paused?.pause.number;
  const set = (name: string, value: string): void => {
    const input = { sessionId, pause: pause ?? null, variables: { [name]: value } };
    void run(change(SetPausedVariables, { input }));
  };
  return (
    <>
      <Fault words={fault} />
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
