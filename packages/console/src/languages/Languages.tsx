import { Languages as ReadLanguages, type LanguagesQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { DEFAULT_TEXT_LANGUAGES, languageName, UNSAID_LANGUAGE } from './languageName.js';
import { LanguageActions } from './LanguageActions.js';
import { NewLanguage } from './NewLanguage.js';
import { Texts } from './Texts.js';
import { useDraft } from '../draft/useDraft.js';
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
      <WrittenIn {...{ base, canChange: others.length === 0 && !isReadOnly }} />
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

/** The language in which a bot is written, which can be changed until there are translations. */
function WrittenIn({
  base,
  canChange,
}: {
  readonly base: string | undefined;
  readonly canChange: boolean;
}): ReactNode {
  const draft = useDraft();
  if (!canChange) {
    return base === undefined ? null : (
      <p className="soft">{t('Written in {language}.', { language: languageName(base) })}</p>
    );
  }
  const written = base ?? UNSAID_LANGUAGE;
  const write = (language: string): void =>
    void draft.edit([{ setTranslations: { patch: { base: language } } }]);
  const options = [...new Set([written, ...DEFAULT_TEXT_LANGUAGES])].map(
    (language) => [language, languageName(language)] as const,
  );
  const sorted = options.toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <p>
      <span aria-hidden="true">{t('The bot is written in')} </span>
      <Choice label={t('The bot is written in')} options={sorted} value={written} choose={write} />
      <span className="help">
        {t('Buttons and hints that you do not write yourself are in this language.')}
      </span>
    </p>
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
