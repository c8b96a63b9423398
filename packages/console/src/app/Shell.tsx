import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
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
        Skip to the content
      </a>
      <nav className="rail" aria-label="Console">
        <Link href="/" className="railLogo" aria-label="Your bots">
          <img src={`${server}/icon.svg`} alt="" width="28" height="28" />
        </Link>
        {workspaceId === undefined ? null : (
          <>
            <RailLink to={`/w/${workspaceId}/inbox`}>Inbox</RailLink>
            <RailLink to={`/w/${workspaceId}/settings`}>Settings</RailLink>
          </>
        )}
        <span className="railEnd" title={user?.email ?? undefined}>
          {initialsOf(user?.name ?? user?.email ?? '')}
        </span>
      </nav>
      <main id="main">{children}</main>
    </div>
  );
}

/** A link to a screen and the pages below it. */
function RailLink({ to, children }: { readonly to: string; readonly children: string }): ReactNode {
  const [location] = useLocation();
  const isActive = location === to || location.startsWith(`${to}/`);
  return (
    <Link href={to} className={isActive ? 'railLink active' : 'railLink'}>
      {children}
    </Link>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
}
