import { OpenEditor } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { useData } from '../app/server.js';
import { Canvas } from '../canvas/Canvas.js';
import { SelectionProvider } from '../canvas/selection.js';
import { DraftStatus } from '../draft/DraftStatus.js';
import { DraftProvider } from '../draft/useDraft.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';

/** One bot: its bar with tabs, and the screen of the chosen tab. */
export function BotScreen({ botId }: { readonly botId: string }): ReactNode {
  const { data, fault } = useData(OpenEditor, { botId });
  if (!data) return fault ? <Notice title="This bot cannot be shown" text={fault} /> : <Loading />;
  const { bot } = data;
  if (!bot) return <Notice title="There is no such bot, or you may not see it" />;
  // The draft goes on by itself from what was read first.
  return (
    <DraftProvider botId={botId} flow={bot.draft} revision={bot.revision}>
      <SelectionProvider>
        <div className="bot">
          <header className="botBar">
            <Link href="/" aria-label="All bots">
              ‹
            </Link>
            <h1>{bot.name}</h1>
            <nav aria-label="Bot">
              {TABS.map(([path, title]) => (
                <Link
                  key={path}
                  href={`/b/${botId}/${path}`}
                  className={(isActive) => (isActive ? 'active' : '')}
                >
                  {title}
                </Link>
              ))}
            </nav>
            <DraftStatus />
          </header>
          <main id="main">
            <Switch>
              <Route path="/b/:botId/flow">
                <Canvas />
              </Route>
              <Route>
                <Redirect to={`/b/${botId}/flow`} />
              </Route>
            </Switch>
          </main>
        </div>
      </SelectionProvider>
    </DraftProvider>
  );
}

const TABS = [['flow', 'Flow']] as const;
