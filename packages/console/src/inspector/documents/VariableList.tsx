import { type FlowEdit, randomKey } from '@parley/client';
import { DraftVariables, type DraftVariablesQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useDraft, useDraftState } from '../../draft/useDraft.js';
import { useOfDraft } from '../../draft/useOfDraft.js';
import { t } from '../../i18n/t.js';
import { useEnd } from '../../ui/useTyped.js';

type Use = NonNullable<DraftVariablesQuery['bot']>['draftVariables'][number];

/** The variables of the flow: renamed everywhere, removed, and where each is used. */
export function VariableList(): ReactNode {
  const { botId = '' } = useParams<{ botId: string }>();
  const draft = useDraft();
  const variables = useDraftState(({ flow }) => flow.variables);
  const { data } = useOfDraft(DraftVariables, { botId });
  const [fault, setFault] = useState<string>();
  const edit = (one: FlowEdit): void => {
    if (draft.edit([one], setFault)) setFault(undefined);
  };
  const uses = data?.bot?.draftVariables ?? [];
  const unknown = uses.filter(({ variableId }) => variableId === null);
  return (
    <>
      <p className="fault" role="alert">
        {fault}
      </p>
      <ul className="variables">
        {variables.map(({ id, name }) => (
          <VariableRow
            key={id}
            {...{ id, botId, edit }}
            name={String(name ?? '')}
            use={uses.find(({ variableId }) => variableId === id)}
          />
        ))}
      </ul>
      <button
        type="button"
        onClick={() => edit({ setVariable: { variable: newVariable(variables.length) } })}
      >
        {t('Add variable')}
      </button>
      {unknown.length > 0 ? (
        <>
          <h3>{t('Named in texts, but not there')}</h3>
          <ul className="variables unknown">
            {unknown.map(({ name, placeCount }) => (
              <li key={name}>
                <code>{`{{${name}}}`}</code> {placesOf(placeCount)}{' '}
                <button
                  type="button"
                  onClick={() => edit({ setVariable: { variable: { id: randomKey(), name } } })}
                >
                  {t('Create')}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function VariableRow({
  id,
  name,
  use,
  botId,
  edit,
}: {
  readonly id: string;
  readonly name: string;
  readonly use: Use | undefined;
  readonly botId: string;
  readonly edit: (edit: FlowEdit) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string>();
  const rename = (): void => {
    const next = typed?.trim();
    if (next && next !== name) edit({ renameVariable: { variableId: id, name: next } });
    setTyped(undefined);
  };
  useEnd(rename);
  const blocks = [...new Set(use?.places.flatMap(({ blockId }) => blockId ?? []))];
  return (
    <li>
      <input
        aria-label={t('Name of {name}', { name })}
        value={typed ?? name}
        onChange={({ target }) => setTyped(target.value)}
        // A name that is half typed would be everywhere at once: it is renamed when the field is left.
        onBlur={rename}
        onKeyDown={({ key }) => {
          if (key === 'Enter') rename();
          if (key === 'Escape') setTyped(undefined);
        }}
      />
      <button
        type="button"
        aria-label={t('Remove {name}', { name })}
        onClick={() => edit({ removeVariable: { variableId: id } })}
      >
        ×
      </button>
      <details>
        <summary>{use ? placesOf(use.placeCount) : t('Not used')}</summary>
        <ol>
          {blocks.map((blockId, place) => (
            <li key={blockId}>
              <Link href={`/b/${botId}/flow?at=${blockId}`}>
                {t('Block {number}', { number: place + 1 })}
              </Link>{' '}
              {wordsOf(use, blockId)}
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}

const USES = { SET: t('sets it'), READ: t('reads it'), SHOWN: t('shows it') };

/** What a block does with the variable. */
function wordsOf(use: Use | undefined, blockId: string): string {
  const own = use?.places.filter((place) => place.blockId === blockId) ?? [];
  return [...new Set(own.map((place) => USES[place.use]))].join(', ');
}

function placesOf(count: number): string {
  return t('Used in 1 place|Used in {count} places', { count });
}

function newVariable(count: number) {
  return { id: randomKey(), name: t('Variable {number}', { number: count + 1 }) };
}
