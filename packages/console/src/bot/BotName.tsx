import { RenameBot } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { useDraftState } from '../draft/useDraft.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';

/** The name of the bot; a click changes it. */
export function BotName({
  botId,
  name,
}: {
  readonly botId: string;
  readonly name: string;
}): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const { fault, run } = useAction();
  const isReadOnly = useDraftState((state) => state.isReadOnly);
  const rename = (typed: string): void => {
    setEditing(false);
    const chosen = typed.trim();
    if (chosen === '' || chosen === name) return;
    void run(change(RenameBot, { botId, bot: { name: chosen } }));
  };
  if (isEditing) {
    return (
      <>
        <h1 className="hidden">{name}</h1>
        <input
          className="botNameField"
          aria-label={t('Name of the bot')}
          autoFocus
          defaultValue={name}
          onFocus={({ target }) => target.select()}
          onBlur={({ target }) => rename(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.value = name;
            if (key === 'Escape' || key === 'Enter') currentTarget.blur();
          }}
        />
      </>
    );
  }
  return (
    <h1>
      <button
        type="button"
        className="plain"
        disabled={isReadOnly}
        title={t('Rename the bot')}
        onClick={() => setEditing(true)}
      >
        {name}
      </button>
      <Fault words={fault} />
    </h1>
  );
}
