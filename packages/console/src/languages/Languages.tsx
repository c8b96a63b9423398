import { Languages as ReadLanguages, type LanguagesQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { languageName } from './languageName.js';
import { LanguageActions } from './LanguageActions.js';
import { NewLanguage } from './NewLanguage.js';
import { Texts } from './Texts.js';
import { useOfDraft } from '../draft/useOfDraft.js';
import { t } from '../i18n/t.js';

type Language = NonNullable<LanguagesQuery['bot']>['languages'][number];

/** The languages of a bot, and its texts in one of them. */
export function Languages({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault } = useOfDraft(ReadLanguages, { botId });
  const [chosen, choose] = useState<string>();
  const bot = data?.bot;
  if (!bot) {
    return fault ? <Notice title={t('The languages cannot be shown')} text={fault} /> : <Loading />;
  }
  const others = bot.languages.filter(({ isBase }) => !isBase);
  const base = bot.languages.find(({ isBase }) => isBase)?.language;
  const shown = others.find(({ language }) => language === chosen) ?? others[0];
  const isReadOnly = bot.viewerAccess === 'READ';
  return (
    <div className="page wide languages">
      <h2>{t('Languages')}</h2>
      {base === undefined ? null : (
        <p className="soft">{t('Written in {language}.', { language: languageName(base) })}</p>
      )}
      {shown ? (
        <Choice
          label={t('Language')}
          options={others.map((one) => [one.language, progressOf(one)] as const)}
          value={shown.language}
          choose={choose}
        />
      ) : (
        <p>{t('This bot speaks one language.')}</p>
      )}
      {isReadOnly ? null : <NewLanguage {...{ botId, base }} added={choose} />}
      {shown ? (
        // Each language has pages, a filter and a report of its own.
        <div key={shown.language}>
          <LanguageActions {...{ botId, isReadOnly }} language={shown.language} />
          <Texts {...{ botId, base, isReadOnly }} language={shown.language} />
        </div>
      ) : null}
    </div>
  );
}

/** A language, and how many of its texts are still to do. */
function progressOf({ language, texts, missing, stale, faulty }: Language): string {
  return t('{language}: {count} of {all} to do', {
    language: languageName(language),
    count: missing + stale + faulty,
    all: texts,
  });
}
