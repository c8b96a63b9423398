import { FormLists, SetStage, type WaysToVersionsQuery } from '@parley/client/dashboard';
import type { FormEvent, ReactNode } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { useVersionAction } from './useVersionAction.js';

type Stage = NonNullable<WaysToVersionsQuery['bot']>['stages'][number];

/** What a stage has of its own: values of variables, and credentials in place of those of the flow. Saving keeps its version. */
export function StageValues({
  botId,
  stage: { name: stage, version, variables: stored, credentials: replaced },
}: {
  readonly botId: string;
  readonly stage: Stage;
}): ReactNode {
  const flow = useDraftState((state) => state.flow);
  const held = useData(FormLists, { botId }).data?.bot?.workspace?.credentials;
  const { fault, isRunning, run } = useVersionAction(botId);
  const values = new Map<string, unknown>(Object.entries(stored ?? {}));
  const names = new Set([...flow.variables.map(({ name }) => String(name)), ...values.keys()]);
  const replacements = new Map(replaced.map((one) => [one.credentialsId, one.replacementId]));
  const inFlow = JSON.stringify(flow);
  const used = (held ?? [])
    .filter(({ id }) => replacements.has(id) || inFlow.includes(`"${id}"`))
    .map((one) => ({ ...one, others: othersOf(one, held ?? []) }));
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const variables = [...names].flatMap((name): [string, unknown][] => {
      const text = form.get(`variable ${name}`);
      // What was not touched stays as it is: it may be a list, or empty on purpose.
      if (values.has(name) && text === textOf(values.get(name))) return [[name, values.get(name)]];
      return text === '' ? [] : [[name, text]];
    });
    const unseen = replaced.filter(({ credentialsId }) =>
      used.every(({ id }) => id !== credentialsId),
    );
    const credentials = used.flatMap(({ id: credentialsId }) => {
      const replacementId = String(form.get(`credentials ${credentialsId}`) ?? '');
      return replacementId === '' ? [] : [{ credentialsId, replacementId }];
    });
    const own = {
      variables: Object.fromEntries<unknown>(variables),
      credentials: [...unseen, ...credentials],
    };
    const input = { botId, stage, versionId: version.id, ...own };
    void run(change(SetStage, { input }));
  };
  return (
    <details>
      <summary>
        {t('Values and credentials of its own ({count})', {
          count: values.size + replacements.size,
        })}
      </summary>
      <form className="publishForm" aria-label={t('Values of {stage}', { stage })} onSubmit={save}>
        <p className="soft">
          {t(
            'What is left empty is as in the flow. A variable that is new in the draft can be set once the draft is on the stage. Values are no place for secrets.',
          )}
        </p>
        {[...names].map((name) => (
          <label key={name}>
            {name}
            <input name={`variable ${name}`} defaultValue={textOf(values.get(name))} />
          </label>
        ))}
        {used.map(({ id, name, others }) => (
          <label key={id}>
            {t('In place of {name}', { name })}
            <select name={`credentials ${id}`} defaultValue={replacements.get(id) ?? ''}>
              <option value="">{t('The same as the flow')}</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  {other.name}
                </option>
              ))}
            </select>
          </label>
        ))}
        <Fault words={fault} />
        <button type="submit" disabled={isRunning}>
          {t('Save the values')}
        </button>
      </form>
    </details>
  );
}

interface CredentialsRef {
  readonly id: string;
  readonly type: string;
}

/** The other credentials of the same type. */
function othersOf<One extends CredentialsRef>(
  { id, type }: CredentialsRef,
  held: readonly One[],
): One[] {
  return held.filter((one) => one.type === type && one.id !== id);
}

/** A value as its field shows it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
