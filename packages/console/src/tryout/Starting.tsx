import { type ReactNode, useId } from 'react';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import type { Try } from './useTry.js';

/** The variables that the chat begins with, behind a button. */
export function Starting({ tried }: { readonly tried: Try }): ReactNode {
  const id = useId();
  const names = useDraftState(({ flow }) => flow.variables).map(({ name }) => String(name));
  const set = Object.keys(tried.variables).length;
  return (
    <>
      <button type="button" popoverTarget={id}>
        {set > 0 ? t('Variables ({count})', { count: set }) : t('Variables')}
      </button>
      <form
        id={id}
        className="starting"
        popover="auto"
        aria-label={t('Variables to begin with')}
        onSubmit={(event) => {
          event.preventDefault();
          const values = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
          event.currentTarget.hidePopover();
          tried.begin({ variables: Object.fromEntries(values) });
        }}
      >
        <p>{t('As a visitor who comes with these values:')}</p>
        {names.length === 0 ? <p>{t('The flow has no variables yet.')}</p> : null}
        <div className="startingList">
          {names.map((name) => (
            <label key={name}>
              <span>{name}</span>
              <input name={name} defaultValue={startsWith(tried, name)} />
            </label>
          ))}
        </div>
        <button type="submit" className="primary">
          {t('Begin with these')}
        </button>
      </form>
    </>
  );
}

/** What a variable begins with; a name such as `constructor` is no member that every object has. */
function startsWith({ variables }: Try, name: string): string {
  return Object.hasOwn(variables, name) ? String(variables[name]) : '';
}
