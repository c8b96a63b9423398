import { Bots } from '@parley/client/dashboard';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { chooseColours, COLOURS } from './colours.js';
import { isCommandKey, useAllCommands, useCommandList, type Command } from './commands.js';
import { SETTINGS_PAGES } from '../settings/pages.js';
import { server, useData } from './server.js';
import { useWorkspaceId } from './workspace.js';
import { t } from '../i18n/t.js';

/** The list of everything that can be done, opened by Ctrl K: commands of the screen, and the bots to go to. */
export function CommandMenu(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const { isShown: isOpen, show: setOpen } = useCommandList();
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!isCommandKey(event)) return;
      event.preventDefault();
      setOpen(!isOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className="commands"
      aria-label={t('Commands')}
      onClose={() => setOpen(false)}
      onClick={({ target }) => target === dialog.current && setOpen(false)}
    >
      {isOpen ? <CommandList close={() => setOpen(false)} /> : null}
    </dialog>
  );
}

function CommandList({ close }: { readonly close: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const found = useFound(text);
  const active = Math.min(place, found.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setPlace((active + by + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[active]);
    }
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label={t('Find a command or a bot')}
        aria-expanded="true"
        aria-controls="commandList"
        aria-activedescendant={found[active] ? `command${active}` : undefined}
        placeholder={t('Find a command or a bot')}
        value={text}
        autoFocus
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value);
          setPlace(0);
        }}
      />
      <ul id="commandList" role="listbox" aria-label={t('Commands')}>
        {found.map((command, index) => (
          <li
            key={`${index} ${command.title}`}
            id={`command${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => run(command)}
            onPointerMove={() => setPlace(index)}
          >
            {command.title}
            {command.keys === undefined ? null : <kbd>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p role="status">{t('Nothing has this name.')}</p> : null}
    </>
  );
}

/** Shows the list of commands, and says its keys. */
export function CommandButton(): ReactNode {
  const { show } = useCommandList();
  return (
    <button
      type="button"
      className="plain commandButton"
      title={t('A list of everything that can be done here, and of the bots')}
      onClick={() => show(true)}
    >
      {t('Ctrl K')}
    </button>
  );
}

/** The commands and pages that a text names, and the bots with it in their names. */
function useFound(text: string): readonly Command[] {
  const commands = useAllCommands();
  const pages = usePageCommands();
  const [, go] = useLocation();
  const workspaceId = useWorkspaceId();
  const search = text.trim();
  const { data } = useData(
    Bots,
    { workspaceId: workspaceId ?? '', first: 8, ...(search !== '' && { search }) },
    { pause: workspaceId === undefined },
  );
  return useMemo(() => {
    const words = search.toLowerCase();
    const has = (named: string): boolean => named.toLowerCase().includes(words);
    // Until the answer comes, these are the bots that the text before found.
    const bots = (data?.workspace?.bots.nodes ?? []).filter(({ name }) => has(name));
    return [
      ...[...commands, ...pages].filter(({ title, also = '' }) => has(`${title} ${also}`)),
      ...bots.map(({ id, name }) => ({
        title: t('Open {name}', { name }),
        run: () => go(`/b/${id}/flow`),
      })),
    ];
  }, [commands, pages, data, search, go]);
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
  {
    title: t('Help: the guides'),
    run: () => void open(`${server}/guides`, '_blank', 'noopener'),
  },
  // The page where one signs out.
  { title: t('Sign out …'), run: () => location.assign(`${server}/sign-in`) },
];
