import { type JsonObject, randomKey } from '@parley/client';
import { TestHttpRequest, type TestHttpRequestMutation } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { change, wordsOf } from '../../app/change.js';
import { useDraftState } from '../../draft/useDraft.js';
import { isObject } from '../../canvas/model/textOf.js';
import { useVariables } from '../controls/useVariables.js';
import { useForm } from '../formContext.js';
import { keysOf, valueAt } from '../formModel.js';
import { droppingPart, ResponseTree } from './ResponseTree.js';
import { t } from '../../i18n/t.js';

type Answer = TestHttpRequestMutation['testHttpRequest'];

/** Sends the request of the block once, and offers the parts of the response to be saved; `path` leads to the member that takes one. */
export function HttpTest({ path }: { readonly path: string }): ReactNode {
  const { document } = useForm();
  const { botId = '' } = useParams<{ botId: string }>();
  const isSaved = useDraftState(({ status }) => status === 'saved');
  const [answer, setAnswer] = useState<Answer>();
  const [fault, setFault] = useState<string>();
  const run = async (): Promise<void> => {
    setAnswer(undefined);
    setFault(t('Asking …'));
    const input = { botId, blockId: String(document['id']) };
    try {
      const { testHttpRequest } = await change(TestHttpRequest, { input });
      setAnswer(testHttpRequest);
      setFault(testHttpRequest.error ?? undefined);
    } catch (error) {
      setFault(wordsOf(error));
    }
  };
  return (
    <section className="httpTest" aria-label={t('Test of the request')}>
      <button type="button" disabled={!isSaved} onClick={() => void run()}>
        {t('Send it now')}
      </button>
      <p role="status" className={answer ? 'fault' : 'help'}>
        {fault}
      </p>
      {answer && typeof answer.statusCode === 'number' ? (
        <Response answer={answer} path={path} />
      ) : null}
    </section>
  );
}

function Response({ answer, path }: { readonly answer: Answer; readonly path: string }): ReactNode {
  const variables = useVariables();
  const save = useSaving(path);
  const [said, say] = useState('');
  const take = (part: string): void => {
    save(part);
    say(t('{part} is in the list above: choose its variable there.', { part }));
  };
  return (
    <>
      <p>
        {t('Status')} <strong>{answer.statusCode}</strong>
      </p>
      <p className="help">{t('Press a part to save it, or drag it onto a variable.')}</p>
      <ResponseTree data={answer.data} take={take} />
      <ul className="partTargets" aria-label={t('Variables')}>
        {variables.map(({ value, label }) => (
          <li
            key={value}
            {...droppingPart((part) => {
              save(part, value);
              say(t('{part} is saved in {name}.', { part, name: label }));
            })}
          >
            {label}
          </li>
        ))}
      </ul>
      <p className="help" role="status">
        {said}
      </p>
    </>
  );
}

/** Saves a part of the response, in a variable or one that is chosen later; `path` leads to the member that takes the part. */
function useSaving(path: string) {
  const { document, fields, set } = useForm();
  const [list = '', member = ''] = path.split('[].');
  const keys = keysOf(list, []);
  const variableMember =
    fields
      .find((field) => field.control === 'VARIABLE' && field.path.startsWith(`${list}[].`))
      ?.path.slice(`${list}[].`.length) ?? '';
  return (part: string, variableId?: string): void => {
    const stored = valueAt(document, keys);
    const mapping = Array.isArray(stored) ? stored.filter(isObject) : [];
    const isFor = (entry: JsonObject): boolean =>
      variableId !== undefined && entry[variableMember] === variableId;
    // A part that was saved before without a variable gets one.
    const isFree = (entry: JsonObject): boolean =>
      entry[member] === part && (entry[variableMember] ?? null) === null;
    const found = mapping.findIndex(isFor);
    const at = found < 0 ? mapping.findIndex(isFree) : found;
    const entry: JsonObject = {
      ...(mapping[at] ?? { id: randomKey() }),
      [member]: part,
      ...(variableId !== undefined && { [variableMember]: variableId }),
    };
    set(keys, at < 0 ? [...mapping, entry] : mapping.with(at, entry));
  };
}
