import { SetTranslations } from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';
import { UNSAID_LANGUAGE } from './languageName.js';

/** Adds a language. A bot without a `base`, the language in which it is written, gets one. */
export function NewLanguage({
  botId,
  base,
  added,
}: {
  readonly botId: string;
  readonly base: string | undefined;
  readonly added: (language: string) => void;
}): ReactNode {
  const [language, setLanguage] = useState('');
  const { fault, run } = useAction();
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const unsaid = base === undefined && { baseLanguage: UNSAID_LANGUAGE };
    const input = { botId, language, texts: [], ...unsaid };
    void run(change(SetTranslations, { input }), () => {
      added(language);
      setLanguage('');
    });
  };
  return (
    <form className="shareActions" onSubmit={add}>
      <label>
        {t('New language')}{' '}
        <input
          value={language}
          size={8}
          placeholder="de, pt-BR"
          onChange={({ target }) => setLanguage(target.value)}
          required
        />
      </label>
      <button type="submit">{t('Add')}</button>
      <Fault words={fault} />
    </form>
  );
}
