import { SetTranslations } from '@parley/client/dashboard';
import { type FormEvent, type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';

/** Adds a language; the first time it also asks in which one the bot is written, which is `base` once that is known. */
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
  const [baseLanguage, setBaseLanguage] = useState('en');
  const { fault, run } = useAction();
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const input = { botId, language, texts: [], ...(base === undefined && { baseLanguage }) };
    void run(change(SetTranslations, { input }), () => {
      added(language);
      setLanguage('');
    });
  };
  return (
    <form className="shareActions" onSubmit={add}>
      {base === undefined ? (
        <label>
          {t('The bot is written in')}{' '}
          <input
            value={baseLanguage}
            size={8}
            onChange={({ target }) => setBaseLanguage(target.value)}
            required
          />
        </label>
      ) : null}
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
