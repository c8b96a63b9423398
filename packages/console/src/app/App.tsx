import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { BotScreen } from '../bot/BotScreen.js';
import { Home } from '../home/Home.js';
import { ErrorBoundary } from '../ui/ErrorBoundary.js';
import { later } from '../ui/later.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { CommandMenu } from './CommandMenu.js';
import { Commands } from './commands.js';
import { ErasingNotices } from './erasing.js';
import { Questions } from './questions.js';
import { server } from './server.js';
import { Shell } from './Shell.js';
import { Unread } from './unread.js';
import { useViewer } from './useViewer.js';
import { t } from '../i18n/t.js';

const ofWorkspace = async () => import('./workspaceScreens.js');
const InboxScreen = later(async () => (await ofWorkspace()).InboxScreen);
const SettingsScreen = later(async () => (await ofWorkspace()).SettingsScreen);

/** The console: its screens by their addresses, for a person who is signed in. */
export function App(): ReactNode {
  const { viewer, fault, wasSignedIn } = useViewer();
  if (viewer === undefined) {
    if (fault === undefined) return <Loading />;
    return (
      <main>
        <Notice title={t('The console cannot be shown')} text={fault} />
      </main>
    );
  }
  if (!viewer) return <SignInFirst wasSignedIn={wasSignedIn} />;
  const userId = viewer.user?.id ?? '';
  return (
    <ErrorBoundary>
      <Commands>
        <Switch>
          <Route path="/b/:botId/*?">
            {({ botId }) => <BotScreen key={botId} {...{ botId, userId }} />}
          </Route>
          <Route>
            <Shell user={viewer.user}>
              <Switch>
                <Route path="/">
                  <Home />
                </Route>
                <Route path="/w/:workspaceId">
                  {({ workspaceId }) => <Home workspaceId={workspaceId} />}
                </Route>
                <Route path="/w/:workspaceId/inbox">
                  {({ workspaceId }) => <InboxScreen workspaceId={workspaceId} userId={userId} />}
                </Route>
                <Route path="/w/:workspaceId/settings/:page?">
                  {(at) => <SettingsScreen {...at} userId={userId} />}
                </Route>
                <Route>
                  <Notice
                    title={t('There is nothing at this address')}
                    text={t('Go back to your bots.')}
                  />
                </Route>
              </Switch>
            </Shell>
          </Route>
        </Switch>
        <CommandMenu />
        <Questions />
        <ErasingNotices />
        <Unread />
      </Commands>
    </ErrorBoundary>
  );
}

function SignInFirst({ wasSignedIn }: { readonly wasSignedIn: boolean }): ReactNode {
  const kept = t('What you changed and was not stored yet is kept here for you.');
  const how = t(
    'Signing in opens in another tab. This page goes on by itself once you are signed in.',
  );
  return (
    <main>
      <Notice
        title={wasSignedIn ? t('You are signed out') : t('Sign in to see your bots')}
        text={wasSignedIn ? `${kept} ${how}` : how}
      >
        <a className="button primary" href={`${server}/sign-in`} target="_blank" rel="noopener">
          {t('Sign in')}
        </a>
      </Notice>
    </main>
  );
}
