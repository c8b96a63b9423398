import { Bots } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { chooseColours, COLOURS } from './colours.js';
import { isCommandKey, useAllCommands, useCommandList, type Command } from './commands.js';
import { SETTINGS_PAGES } from '../settings/pages.js';
import { Chooser } from '../ui/Chooser.js';
import { server, useData } from './server.js';
import { useWorkspaceId } from './workspace.js';
import { t } from '../i18n/t.js';

/** The list of everything that can be done, opened by Ctrl K: commands of the screen, and the bots to go to. */
export function CommandMenu(): ReactNode {
  const { isShown, show } = useCommandList();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isCommandKey(event)) return;
      event.preventDefault();
      show(!isShown);
    };
    // Before the list, which keeps its keys to itself.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [isShown]);
  return isShown ? <CommandChooser close={() => show(false)} /> : null;
}

function CommandChooser({ close }: { readonly close: () => void }): ReactNode {
  const [search, setSearch] = useState('');
  const commands = useCommandsAndBots(search);
  const choices = useMemo(
    () =>
      commands.map(({ title: label, also = '', keys }, place) => {
        const id = String(place);
        return { id, label, words: [also], keys };
      }),
    [commands],
  );
  return (
    <Chooser
      title={t('Commands')}
      asks={t('Find a command or a bot')}
      choices={choices}
      choose={(id) => {
        close();
        commands[Number(id)]?.run();
      }}
      close={close}
      searched={setSearch}
    />
  );
}

/** Shows the list of commands, and says its keys. */
export function CommandButton(): ReactNode {
  const { show } = useCommandList();
  return (
    <button
      type="button"
      className="plain commandButton"
      aria-label={`${t('Commands')}, ${t('Ctrl K')}`}
      title={t('A list of everything that can be done here, and of the bots')}
      onClick={() => show(true)}
    >
      {t('Ctrl K')}
    </button>
  );
}

/** All commands and pages, and bots whose names have what is searched. */
function useCommandsAndBots(search: string): readonly Command[] {
  const commands = useAllCommands();
  const pages = usePageCommands();
  const [, go] = useLocation();
  const workspaceId = useWorkspaceId();
  const { data } = useData(
    Bots,
    { workspaceId: workspaceId ?? '', first: 8, ...(search !== '' && { search }) },
    { pause: workspaceId === undefined },
  );
  return useMemo(() => {
    const bots = (data?.workspace?.bots.nodes ?? []).map(({ id, name }) => ({
      title: t('Open {name}', { name }),
      run: () => go(`/b/${id}/flow`),
    }));
    return [...commands, ...pages, ...bots];
  }, [commands, pages, data, go]);
}

/** The pages that are reached from everywhere, and what can be done there. */
function usePageCommands(): readonly Command[] {
  const [, go] = useLocation();
  const workspaceId = useWorkspaceId();
  return useMemo(() => {
    if (workspaceId === undefined) return ALWAYS;
    const settings = SETTINGS_PAGES.map(([name, title]) => ({
      title: t('Settings: {name}', { name: title }),
      ...(name === 'members' && { also: t('invite') }),
      run: () => go(`/w/${workspaceId}/settings/${name}`),
    }));
    return [
      { title: t('Your bots'), run: () => go('/') },
      { title: t('Inbox'), run: () => go(`/w/${workspaceId}/inbox`) },
      ...settings,
      ...ALWAYS,
    ];
  }, [go, workspaceId]);
}

/** What can be done wherever one is. */
const ALWAYS: readonly Command[] = [
  ...COLOURS.map(([colours, name]) => ({
    title: t('Colours: {name}', { name }),
    also: t('theme'),
    run: () => chooseColours(colours),
  })),
  { title: t('Help: the guides'), run: () => void open(`${server}/guides`, '_blank', 'noopener') },
  // The page where one signs out.
  { title: t('Sign out …'), run: () => location.assign(`${server}/sign-in`) },
];
