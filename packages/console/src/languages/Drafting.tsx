import {
  CredentialTypes,
  DraftTranslations,
  type DraftTranslationsMutation,
  FieldOptions,
  FormLists,
} from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { useAction } from '../app/useAction.js';
import { Choice } from '../ui/Choice.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';

type Drafts = DraftTranslationsMutation['draftTranslations'];

/** What was drafted so far. */
interface Progress {
  readonly drafted: number;
  readonly refused: NonNullable<Drafts['refused']>;
  readonly left: number;
}

const NOTHING: Progress = { drafted: 0, refused: [], left: 0 };

/** Lets a model translate what is missing or stale, with an account of the workspace. */
export function Drafting(target: { readonly botId: string; readonly language: string }): ReactNode {
  const { data } = useData(FormLists, { botId: target.botId });
  const workspace = data?.bot?.workspace;
  const drafting = useDraftingTypes();
  const accounts = (workspace?.credentials ?? []).filter(({ type }) => drafting.has(type));
  const [chosen, choose] = useState<string>();
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  const [model, setModel] = useState('');
  const { progress, draft, stop, fault, isRunning } = useDrafting();
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    if (account) draft({ ...target, credentialsId: account.id, model });
  };
  if (!workspace || !account)
    return (
      <p>{t('With credentials of a service of AI in the workspace, a model can draft here.')}</p>
    );
  return (
    <form onSubmit={begin}>
      <p className="shareActions">
        <Choice
          label={t('Account')}
          options={accounts.map(({ id, name }) => [id, name] as const)}
          value={account.id}
          choose={choose}
        />
        <Model key={account.id} {...{ account, model, setModel }} workspaceId={workspace.id} />
        {isRunning ? (
          <button type="button" onClick={stop}>
            {t('Stop')}
          </button>
        ) : (
          <button type="submit">{t('Write drafts')}</button>
        )}
      </p>
      <Fault words={fault} />
      {progress ? <Report {...progress} /> : null}
    </form>
  );
}

/** The types of credentials whose models can draft. */
function useDraftingTypes(): ReadonlySet<string> {
  const { data } = useData(CredentialTypes, {}, { isFixed: true });
  const types = data?.credentialTypes.filter(({ draftsTranslations }) => draftsTranslations);
  return new Set(types?.map(({ type }) => type));
}

interface ModelProps {
  readonly workspaceId: string;
  readonly account: { readonly id: string; readonly type: string };
  readonly model: string;
  readonly setModel: (model: string) => void;
}

/** The name of a model: one of those that the service lists, which is asked once somebody comes to the field, or another. */
function Model({ workspaceId, account, model, setModel }: ModelProps): ReactNode {
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const listed = {
    ...{ workspaceId, type: account.type, path: 'options.model', credentialsId: account.id },
    values: { 'options.credentialsId': account.id },
  };
  const { data } = useData(FieldOptions, listed, { pause: !isAsked });
  return (
    <>
      <label>
        {t('Model')}{' '}
        <input
          list={id}
          value={model}
          onFocus={() => setAsked(true)}
          onChange={({ target }) => setModel(target.value)}
          required
        />
      </label>
      <datalist id={id}>
        {data?.fieldOptions.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface Wanted {
  readonly botId: string;
  readonly language: string;
  readonly credentialsId: string;
  readonly model: string;
}

/** Drafts one part of the texts after the other, until nothing is left, somebody stops it, or the page is left. */
function useDrafting() {
  const [progress, setProgress] = useState<Progress>();
  const { run, ...action } = useAction();
  const isWanted = useRef(false);
  const stop = (): void => void (isWanted.current = false);
  useEffect(() => stop, []);
  const draftAll = async (input: Wanted): Promise<void> => {
    let after = '';
    let sum = NOTHING;
    do {
      const done: DraftTranslationsMutation = await change(DraftTranslations, {
        input: { ...input, after },
      });
      const { drafted, refused, left, next, error }: Drafts = done.draftTranslations;
      sum = {
        drafted: sum.drafted + (drafted ?? 0),
        refused: [...sum.refused, ...(refused ?? [])],
        left: left ?? 0,
      };
      setProgress(sum);
      if (error) throw new Error(error);
      after = next ?? '';
    } while (after !== '' && isWanted.current);
  };
  return {
    ...action,
    progress,
    stop,
    draft(input: Wanted): void {
      isWanted.current = true;
      setProgress(NOTHING);
      void run(draftAll(input));
    },
  };
}

function Report({ drafted, refused, left }: Progress): ReactNode {
  return (
    <div role="status">
      <p>{t('Drafted: {drafted}. Left: {left}.', { drafted, left })}</p>
      {refused.length > 0 ? (
        <>
          <p>{t('These drafts lost something of their texts, and were not stored:')}</p>
          <ul>
            {refused.map(({ path, faults }) => (
              <li key={path}>
                {path}: {faults.join(', ')}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
