import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
import { chooseLanguage, language, languages, t } from '../i18n/t.js';
import { Choice } from '../ui/Choice.js';
import { initialsOf } from '../ui/initialsOf.js';
import { chooseColours, COLOURS, useColours } from './colours.js';
import { CommandButton } from './CommandMenu.js';
import { server } from './server.js';
import { useWorkspaceId } from './workspace.js';

/** What is around every screen that is not of one bot. */
export function Shell({
  user,
  children,
}: {
  readonly user: { readonly name: string | null; readonly email: string | null } | null;
  readonly children: ReactNode;
}): ReactNode {
  const workspaceId = useWorkspaceId();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('Skip to the content')}
      </a>
      <nav className="rail" aria-label={t('Console')}>
        <Link href="/" className="railLogo" aria-label={t('Your bots')}>
          <img src={`${server}/icon.svg`} alt="" width="28" height="28" />
        </Link>
        <RailLink workspaceId={workspaceId} screen="inbox">
          {t('Inbox')}
        </RailLink>
        <RailLink workspaceId={workspaceId} screen="settings">
          {t('Settings')}
        </RailLink>
        <CommandButton />
        <Account name={user?.name ?? user?.email ?? ''} workspaceId={workspaceId} />
      </nav>
      <main id="main">{children}</main>
    </div>
  );
}

/** Who is signed in, how the console looks, and the ways to help and out. */
function Account({
  name,
  workspaceId,
}: {
  readonly name: string;
  readonly workspaceId: string | undefined;
}): ReactNode {
  const menu = useId();
  const initials = initialsOf(name);
  const colours = useColours();
  return (
    <>
      <button
        type="button"
        className="plain railEnd"
        popoverTarget={menu}
        // What is shown belongs to the name, for people who speak to their browser.
        aria-label={`${t('Account: {name}', { name })}, ${initials}`}
      >
        {initials}
      </button>
      <div id={menu} popover="auto" className="menu account">
        <p>{name}</p>
        {workspaceId === undefined ? null : (
          <Link
            href={`/w/${workspaceId}/settings/you`}
            onClick={() => document.getElementById(menu)?.hidePopover()}
          >
            {t('Your name and sign-ins')}
          </Link>
        )}
        <Choice
          label={t('Language of the console')}
          options={languages}
          value={language}
          choose={chooseLanguage}
        />
        <Choice
          label={t('Colours of the console')}
          options={COLOURS}
          value={colours}
          choose={chooseColours}
        />
        <a href={`${server}/guides`} target="_blank" rel="noopener">
          {t('Help: the guides')}
        </a>
        <a href={`${server}/sign-in`}>{t('Sign out …')}</a>
      </div>
    </>
  );
}

/** A link to a screen of the workspace and the pages below it; until the workspace is known, it keeps its place. */
function RailLink({
  workspaceId,
  screen,
  children,
}: {
  readonly workspaceId: string | undefined;
  readonly screen: string;
  readonly children: string;
}): ReactNode {
  const [location] = useLocation();
  if (workspaceId === undefined) return <span className="railLink unknown">{children}</span>;
  const to = `/w/${workspaceId}/${screen}`;
  const isActive = location === to || location.startsWith(`${to}/`);
  return (
    <Link href={to} className={isActive ? 'railLink active' : 'railLink'}>
      {children}
    </Link>
  );
}
