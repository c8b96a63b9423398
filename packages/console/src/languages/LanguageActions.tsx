import { ImportTranslations, RemoveLanguage, TranslationFile } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ask } from '../app/ask.js';
import { change, Refused } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { saveFile } from '../ui/saveFile.js';
import { Drafting } from './Drafting.js';
import { languageName } from './languageName.js';
import { t } from '../i18n/t.js';

/** The formats of files for translators: how names of such files end, and their media types. */
const FORMATS = {
  XLIFF: { ending: 'xlf', type: 'application/xliff+xml' },
  CSV: { ending: 'csv', type: 'text/csv' },
} as const;

type Format = keyof typeof FORMATS;

/** A language of a bot. */
interface LanguageOf {
  readonly botId: string;
  readonly language: string;
}

/** What can be done with a language as a whole. */
export function LanguageActions({
  isReadOnly,
  ...target
}: LanguageOf & { readonly isReadOnly: boolean }): ReactNode {
  const { botId, language } = target;
  const { fault, run } = useAction();
  return (
    <>
      <p className="shareActions">
        <Link href={`/b/${botId}/try?locale=${language}`}>{t('Try in this language')}</Link>
        {(['XLIFF', 'CSV'] as const).map((format) => (
          <button key={format} type="button" onClick={() => void run(download(target, format))}>
            {t('Download {format}', { format })}
          </button>
        ))}
      </p>
      {isReadOnly ? null : <Writing {...target} />}
      <Fault words={fault} />
    </>
  );
}

/** Imports a file of translators, and removes the language. */
function Writing(target: LanguageOf): ReactNode {
  const [report, setReport] = useState<Imported>();
  const { fault, run } = useAction();
  const take = (file: File | undefined): void => {
    setReport(undefined);
    if (file) void run(importFile(target, file), setReport);
  };
  const language = languageName(target.language);
  const remove = (): void =>
    askFirst(
      {
        title: t('Remove {language} with all its translations?', { language }),
        button: t('Remove'),
      },
      () => void run(change(RemoveLanguage, { input: target })),
    );
  return (
    <>
      <p className="shareActions">
        <label className="button">
          {t('Import a file')}
          <input
            type="file"
            accept=".xlf,.xliff,.csv"
            className="hidden"
            onChange={({ target: field }) => {
              take(field.files?.[0]);
              // The same file may be chosen again, once it was mended.
              field.value = '';
            }}
          />
        </label>
        <button type="button" onClick={remove}>
          {t('Remove …')}
        </button>
      </p>
      <Fault words={fault} />
      {report ? <Report {...report} /> : null}
      <details>
        <summary>{t('Draft by AI')}</summary>
        <Drafting {...target} />
      </details>
    </>
  );
}

/** What an import stored, and the paths in the file that the bot has no text for. */
interface Imported {
  readonly imported: number;
  readonly skipped: readonly string[];
}

function Report({ imported, skipped }: Imported): ReactNode {
  return (
    <div role="status">
      <p>{t('Translations stored: {count}', { count: imported })}</p>
      {skipped.length > 0 ? (
        <>
          <p>{t('The bot does not have these texts of the file:')}</p>
          <ul>
            {skipped.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

async function importFile(target: LanguageOf, file: File): Promise<Imported> {
  const format: Format = file.name.toLowerCase().endsWith('.csv') ? 'CSV' : 'XLIFF';
  const input = { ...target, format, content: await file.text() };
  const { importTranslations } = await change(ImportTranslations, { input });
  const { imported, skipped } = importTranslations;
  return { imported: imported ?? 0, skipped: skipped ?? [] };
}

async function download({ botId, language }: LanguageOf, format: Format): Promise<void> {
  const { bot } = await ask(TranslationFile, { botId, language, format });
  if (!bot) throw new Refused(t('The texts could not be read.'));
  const { ending, type } = FORMATS[format];
  saveFile(`${bot.name}.${language}.${ending}`, bot.translationFile, type);
}
