import { randomKey } from '@parley/client';
import { TestHttpRequest, type TestHttpRequestMutation } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { change, wordsOf } from '../../app/change.js';
import { useDraftState } from '../../draft/useDraft.js';
import { useForm } from '../formContext.js';
import { keysOf, valueAt } from '../formModel.js';
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
  const { document, set } = useForm();
  const [list = '', member = ''] = path.split('[].');
  const stored = valueAt(document, keysOf(list, []));
  const mapping: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const taken = new Set(mapping.map((entry) => valueAt(entry, [member])));
  return (
    <>
      <p>
        {t('Status')} <strong>{answer.statusCode}</strong>
      </p>
      <pre tabIndex={0} aria-label={t('Body of the response')}>
        {typeof answer.data === 'string' ? answer.data : JSON.stringify(answer.data, null, 2)}
      </pre>
      {answer.paths && answer.paths.length > 0 ? (
        <details>
          <summary>{t('Save a part in a variable')}</summary>
          <ul className="paths">
            {answer.paths.map((part) => (
              <li key={part}>
                <button
                  type="button"
                  className="link"
                  disabled={taken.has(part)}
                  onClick={() =>
                    set(keysOf(list, []), [...mapping, { id: randomKey(), [member]: part }])
                  }
                >
                  {part}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
