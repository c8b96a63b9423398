import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useDraftState } from '../../draft/useDraft.js';
import { BotRules } from '../../settings/BotRules.js';
import { ChatFrame } from '../../tryout/ChatFrame.js';
import { startTry } from '../../tryout/startTry.js';
import { DocumentForm } from './DocumentForm.js';
import { Looks } from './Looks.js';
import { MainColour } from './MainColour.js';
import { VariableList } from './VariableList.js';
import { ForEditors } from '../../draft/ForEditors.js';
import { t } from '../../i18n/t.js';
import { useIsNear } from '../../ui/useIsNear.js';

/** What the bot looks like, with the chat beside it as it will be. */
export function ThemeScreen({ botId }: { readonly botId: string }): ReactNode {
  return (
    <div className="themeScreen">
      <section className="setup" aria-label={t('Theme')}>
        <h2>{t('Theme')}</h2>
        <ForEditors>
          <MainColour />
          <Looks botId={botId} />
          <DocumentForm part="theme" />
        </ForEditors>
      </section>
      <ThemePreview botId={botId} />
    </div>
  );
}

/** Milliseconds after a stored change of the theme before the chat begins again with it. */
const PAUSE = 400;

function ThemePreview({ botId }: { readonly botId: string }): ReactNode {
  const theme = useDraftState(({ flow, status }) => (status === 'saved' ? flow.theme : undefined));
  const [shown, setShown] = useState(theme);
  useEffect(() => {
    if (theme === undefined || theme === shown) return undefined;
    const timer = setTimeout(() => setShown(theme), PAUSE);
    return () => clearTimeout(timer);
  }, [theme, shown]);
  // A chat has the theme with which it began: another theme needs another chat.
  const start = useCallback(
    async () => startTry({ botId, groupId: undefined, variables: {}, blockIds: [] }),
    [botId, shown],
  );
  const [place, isNear] = useIsNear<HTMLElement>();
  return (
    <section ref={place} className="themePreview tryFrame" aria-label={t('Preview')}>
      {isNear && <ChatFrame start={start} />}
    </section>
  );
}

/** What the bot does everywhere, its variables, and the rules that hold for it. */
export function SettingsScreen({ botId }: { readonly botId: string }): ReactNode {
  return (
    <div className="settingsScreen">
      <section className="setup" aria-label={t('Settings')}>
        <h2>{t('Settings')}</h2>
        <ForEditors>
          <DocumentForm part="settings" />
        </ForEditors>
      </section>
      <div className="setup">
        <section aria-label={t('Variables')}>
          <h2>{t('Variables')}</h2>
          <ForEditors>
            <VariableList />
          </ForEditors>
        </section>
        <BotRules botId={botId} />
      </div>
    </div>
  );
}
