import { StageNames } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useData } from '../app/server.js';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { languageName } from '../languages/languageName.js';
import { Choice } from '../ui/Choice.js';
import { Starting } from './Starting.js';
import type { Try } from './useTry.js';

/** Where the chat begins, with which variables, and how wide it is. */
export function TryBar({
  tried,
  isBeside,
  children,
}: {
  readonly tried: Try;
  readonly isBeside: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const groups = useDraftState(({ flow }) => flow.groups);
  return (
    <div className="tryBar" role="toolbar" aria-label={t('Try')}>
      <select
        aria-label={t('Begin at')}
        value={tried.groupId ?? ''}
        onChange={({ target }) => tried.begin({ groupId: target.value || undefined })}
      >
        <option value="">{t('From the start')}</option>
        {groups.map((group) => (
          <option key={group.id} value={group.id}>
            {String(group['title'] ?? group.id)}
          </option>
        ))}
      </select>
      <Starting tried={tried} />
      <Language tried={tried} />
      <Stage tried={tried} />
      {isBeside ? null : (
        <div className="segments" role="group" aria-label={t('Width')}>
          {(['phone', 'desktop'] as const).map((width) => (
            <button
              key={width}
              type="button"
              aria-pressed={tried.width === width}
              onClick={() => tried.setWidth(width)}
            >
              {width === 'phone' ? t('Phone') : t('Desktop')}
            </button>
          ))}
        </div>
      )}
      <button type="button" onClick={() => tried.begin()}>
        {t('Restart')}
      </button>
      {children}
    </div>
  );
}

/** The language that the visitor reads, where the flow has several. */
function Language({ tried }: { readonly tried: Try }): ReactNode {
  const translations = useDraftState(({ flow }) => flow.translations);
  const languages = Object.keys(translations?.languages ?? {});
  if (languages.length === 0) return null;
  return (
    <Choice
      label={t('Language')}
      options={[
        ['', t('Its own language')],
        ...languages.map((language) => [language, languageName(language)] as const),
      ]}
      value={tried.locale ?? ''}
      choose={(locale) => tried.begin({ locale: locale || undefined })}
    />
  );
}

/** The stage whose values and credentials the chat has, where the bot has some. */
function Stage({ tried }: { readonly tried: Try }): ReactNode {
  const { botId = '' } = useParams<{ botId: string }>();
  const { data } = useData(StageNames, { botId });
  const stages = data?.bot?.stages ?? [];
  if (stages.length === 0) return null;
  return (
    <Choice
      label={t('Stage')}
      options={[['', t('Without a stage')], ...stages.map(({ name }) => [name, name] as const)]}
      value={tried.stage ?? ''}
      choose={(stage) => tried.begin({ stage: stage || undefined })}
    />
  );
}
