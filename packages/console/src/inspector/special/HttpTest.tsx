import { type JsonObject, randomKey } from '@parley/client';
import { TestHttpRequest, type TestHttpRequestMutation } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { change, wordsOf } from '../../app/change.js';
import { useDraftState } from '../../draft/useDraft.js';
import { isObject } from '../../canvas/model/textOf.js';
import { useVariables } from '../controls/useVariables.js';
import { useForm } from '../formContext.js';
import { keysOf, valueAt } from '../../blocks/formModel.js';
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
  const [isWanted, want] = useState(false);
  const run = async (): Promise<void> => {
    setFault(t('Asking …'));
    const input = { botId, blockId: String(document['id']) };
    try {
      const { testHttpRequest } = await change(TestHttpRequest, { input });
      setAnswer(testHttpRequest);
      setFault(refusalInWords(testHttpRequest));
    } catch (error) {
      setFault(wordsOf(error));
    }
  };
  const ask = (): void => {
    setAnswer(undefined);
    setFault(t('Saving …'));
    want(true);
  };
  // What was typed just now is stored first.
  useEffect(() => {
    if (!isWanted || !isSaved) return;
    want(false);
    void run();
  }, [isWanted, isSaved]);
  return (
    <section className="httpTest" aria-label={t('Test of the request')}>
      <button type="button" onClick={ask}>
        {t('Send it now')}
      </button>
      <p role="status" className={answer ? 'fault' : 'help'}>
        {fault}
      </p>
      {answer && !answer.error && typeof answer.statusCode === 'number' ? (
        <Response answer={answer} path={path} />
      ) : null}
    </section>
  );
}

/** Why there is no response, and where the server does not request an address, who can allow that. */
function refusalInWords({ error, failure }: Answer): string {
  const advice =
    failure === 'BLOCKED'
      ? t('The operator of the server can allow a private host with OUTBOUND_ALLOWED_HOSTS.')
      : '';
  return [error, advice].filter((part) => part).join('. ');
}

function Response({ answer, path }: { readonly answer: Answer; readonly path: string }): ReactNode {
  const variables = useVariables();
  const { save, placeOf } = useSaving(path);
  const [taken, setTaken] = useState('');
  const [dropped, setDropped] = useState('');
  const place = placeOf(taken);
  const section = useRef<HTMLDivElement>(null);
  const take = (part: string): void => {
    save(part);
    setTaken(part);
    setDropped('');
  };
  useEffect(() => {
    const list = path.split('[].')[0] ?? '';
    const form = section.current?.closest('aside');
    const entry = form?.querySelectorAll(`[data-path="${list}"] > ol > li`)[place];
    entry?.querySelector<HTMLElement>('[role=combobox]')?.focus();
  }, [taken, place]);
  return (
    <div ref={section}>
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
              setTaken('');
              setDropped(t('{part} is saved in {name}.', { part, name: label }));
            })}
          >
            {label}
          </li>
        ))}
      </ul>
      <p className="help" role="status">
        {place < 0
          ? dropped
          : t('{part} is in the list above: choose its variable there.', { part: taken })}
      </p>
    </div>
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
  const stored = valueAt(document, keys);
  const mapping = Array.isArray(stored) ? stored.filter(isObject) : [];
  /** Where a part waits for a variable; -1 if it does not. */
  const placeOf = (part: string): number =>
    mapping.findIndex(
      (entry) => entry[member] === part && (entry[variableMember] ?? null) === null,
    );
  const save = (part: string, variableId?: string): void => {
    const isFor = (entry: JsonObject): boolean =>
      variableId !== undefined && entry[variableMember] === variableId;
    const found = mapping.findIndex(isFor);
    // A part that was saved before without a variable gets one.
    const at = found < 0 ? placeOf(part) : found;
    const entry: JsonObject = {
      ...(mapping[at] ?? { id: randomKey() }),
      [member]: part,
      ...(variableId !== undefined && { [variableMember]: variableId }),
    };
    set(keys, at < 0 ? [...mapping, entry] : mapping.with(at, entry));
  };
  return { save, placeOf };
}
