import { OpenEditor } from '@parley/client/dashboard';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { CommandButton } from '../app/CommandMenu.js';
import { useCommands } from '../app/commands.js';
import { TourOfBot } from '../app/Tour.js';
import { useData } from '../app/server.js';
import { FirstOutline } from '../canvas/FirstOutline.js';
import { SelectionProvider } from '../canvas/selection.js';
import { DraftStatus } from '../draft/DraftStatus.js';
import { DraftProvider, useDraftState } from '../draft/useDraft.js';
import { BlockTypesProvider } from '../blocks/BlockTypesProvider.js';
import { IssuesProvider } from '../blocks/IssuesProvider.js';
import { ProblemsButton } from '../inspector/FlowProblems.js';
import { PeopleButton } from '../people/PeopleButton.js';
import { later } from '../ui/later.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { BotName } from './BotName.js';
import { PublishButton } from '../versions/PublishButton.js';
import { t } from '../i18n/t.js';
import { runningTry } from '../tryout/runningTry.js';

/** One bot: its bar with tabs, and the screen of the chosen tab. */
export function BotScreen({
  botId,
  userId,
}: {
  readonly botId: string;
  readonly userId: string;
}): ReactNode {
  // The cache may have a newer revision than the flow that it has: responses to edits bring only the former.
  const read = useData(OpenEditor, { botId }, { isFresh: true });
  const { fault } = read;
  const [known, setKnown] = useState(read.data);
  if (read.data && read.data !== known) setKnown(read.data);
  // The draft reads the flow again by itself; what is open stays where that fails.
  const data = read.data ?? (known?.bot?.id === botId ? known : undefined);
  if (!data)
    return fault ? <Missing title={t('This bot cannot be shown')} text={fault} /> : <Loading />;
  const { bot } = data;
  if (!bot) return <Missing title={t('There is no such bot, or you may not see it')} />;
  // The draft goes on by itself from what was read first.
  return (
    <DraftProvider
      {...{ botId, userId }}
      flow={bot.draft}
      revision={bot.revision}
      isReadOnly={bot.viewerAccess === 'READ'}
    >
      <SelectionProvider>
        <TabCommands botId={botId} />
        <IssuesProvider botId={botId}>
          <BlockTypesProvider>
            <div className="botScreen">
              <header className="botBar">
                <Link href="/" aria-label={t('All bots')}>
                  ‹
                </Link>
                <BotName botId={botId} name={bot.name} />
                <Tabs botId={botId} />
                <CommandButton />
                <DraftStatus botId={botId} />
                <ProblemsButton botId={botId} />
                <PeopleButton botId={botId} userId={userId} />
                <PublishButton botId={botId} isChanged={bot.hasUnpublishedChanges} />
              </header>
              <Tour publicId={bot.publicId} />
              <main id="main">
                <Screens botId={botId} />
              </main>
            </div>
          </BlockTypesProvider>
        </IssuesProvider>
      </SelectionProvider>
    </DraftProvider>
  );
}

/** The links to the screens of the bot; that of a result or a version is marked within its own. */
function Tabs({ botId }: { readonly botId: string }): ReactNode {
  const [place] = useLocation();
  return (
    <nav aria-label={t('Bot')}>
      {TABS.map(([path, title]) => {
        const address = `/b/${botId}/${path}`;
        const isActive = place === address || place.startsWith(`${address}/`);
        return (
          <Link key={path} href={address} className={isActive ? 'active' : ''}>
            {title}
          </Link>
        );
      })}
    </nav>
  );
}

/** In place of a bot: why it is not shown, and the way to the others. */
function Missing(why: { readonly title: string; readonly text?: string }): ReactNode {
  return (
    <main>
      <Notice {...why}>
        <Link href="/">{t('All bots')}</Link>
      </Notice>
    </main>
  );
}

/** The tabs in the list of commands. */
function TabCommands({ botId }: { readonly botId: string }): ReactNode {
  const [, go] = useLocation();
  useCommands(
    useMemo(
      () => TABS.map(([path, title]) => ({ title, run: () => go(`/b/${botId}/${path}`) })),
      [botId, go],
    ),
  );
  return null;
}

function Tour({ publicId }: { readonly publicId: string | null }): ReactNode {
  const isChanged = useDraftState(({ canUndo }) => canUndo);
  const isTrying = runningTry.use() !== undefined;
  return <TourOfBot {...{ publicId, isChanged, isTrying }} />;
}

/** The screen of the chosen tab. */
function Screens({ botId }: { readonly botId: string }): ReactNode {
  return (
    <Switch>
      <Route path="/b/:botId/flow">
        <FlowScreen botId={botId} />
      </Route>
      <Route path="/b/:botId/theme">
        <ThemeScreen botId={botId} />
      </Route>
      <Route path="/b/:botId/settings">
        <SettingsScreen botId={botId} />
      </Route>
      <Route path="/b/:botId/try">
        <Tryout botId={botId} />
      </Route>
      <Route path="/b/:botId/results/*?">
        <ResultsScreen botId={botId} />
      </Route>
      <Route path="/b/:botId/analytics">
        <Analytics botId={botId} />
      </Route>
      <Route path="/b/:botId/chats/:sessionId">
        {({ sessionId }) => <ChatInside key={sessionId} sessionId={sessionId} />}
      </Route>
      <Route path="/b/:botId/tests">
        <Tests botId={botId} />
      </Route>
      <Route path="/b/:botId/languages">
        <Languages botId={botId} />
      </Route>
      <Route path="/b/:botId/versions">
        <Versions botId={botId} />
      </Route>
      <Route>
        <Redirect to={`/b/${botId}/flow`} />
      </Route>
    </Switch>
  );
}

const FlowScreen = later(async () => (await import('./FlowScreen.js')).FlowScreen, FirstOutline);

const Analytics = later(async () => (await import('../analytics/Analytics.js')).Analytics);
const Languages = later(async () => (await import('../languages/Languages.js')).Languages);
const ResultsScreen = later(async () => (await import('../results/Results.js')).ResultsScreen);
const Tests = later(async () => (await import('../tests/Tests.js')).Tests);
const Versions = later(async () => (await import('../versions/Versions.js')).Versions);

const setup = async () => import('../inspector/documents/Setup.js');
const SettingsScreen = later(async () => (await setup()).SettingsScreen);
const ThemeScreen = later(async () => (await setup()).ThemeScreen);

const tries = async () => import('../tryout/tries.js');
const ChatInside = later(async () => (await tries()).ChatInside);
const Tryout = later(async () => (await tries()).Tryout);

const TABS = [
  ['flow', t('Flow')],
  ['theme', t('Theme')],
  ['settings', t('Settings')],
  ['languages', t('Languages')],
  ['try', t('Try')],
  ['tests', t('Tests')],
  ['versions', t('Versions')],
  ['results', t('Results')],
  ['analytics', t('Analytics')],
] as const;
