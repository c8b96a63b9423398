import { Bots } from '@parley/client/dashboard';
import { type ReactNode, useId, useState } from 'react';
import { useData } from '../app/server.js';
import { CHANNELS } from '../ui/channels.js';
import { Choice } from '../ui/Choice.js';
import { Chooser } from '../ui/Chooser.js';
import type { Narrowed } from './inboxFilter.js';
import type { InboxChat } from './inboxList.js';
import { t } from '../i18n/t.js';

type Narrow = (part: Narrowed) => void;

/** Narrows the list that is shown; `chats` are those that it shows now. */
export function Filters({
  workspaceId,
  narrowed,
  narrow,
  chats,
}: {
  readonly workspaceId: string;
  readonly narrowed: Narrowed;
  readonly narrow: Narrow;
  readonly chats: readonly InboxChat[];
}): ReactNode {
  const { text = '', ...others } = narrowed;
  const count = Object.keys(others).length;
  const queues = chats.flatMap(({ queue }) => queue ?? []);
  const tags = chats.flatMap((chat) => chat.tags);
  return (
    <search className="inboxFilters">
      <Typed
        label={t('Search in the last messages')}
        value={text}
        type="search"
        take={(typed) => narrow({ text: typed })}
      />
      <details>
        <summary>{count === 0 ? t('Filter') : t('Filter ({count})', { count })}</summary>
        <div>
          <BotFilter {...{ workspaceId, narrow, chats }} botId={narrowed.botId} />
          <Choice
            label={t('Channel')}
            options={[['', t('All channels')], ...Object.entries(CHANNELS)]}
            value={narrowed.channel ?? ''}
            choose={(channel) => narrow({ channel })}
          />
          <Typed
            label={t('Queue')}
            value={narrowed.queue ?? ''}
            offers={queues}
            take={(queue) => narrow({ queue })}
          />
          <Typed
            label={t('Tag')}
            value={narrowed.tag ?? ''}
            offers={tags}
            take={(tag) => narrow({ tag })}
          />
          {count === 0 ? null : (
            <button
              type="button"
              onClick={() => narrow({ botId: '', channel: '', queue: '', tag: '' })}
            >
              {t('Remove all filters')}
            </button>
          )}
        </div>
      </details>
    </search>
  );
}

/** The bot of the chats, found by its name. */
function BotFilter({
  workspaceId,
  botId,
  narrow,
  chats,
}: {
  readonly workspaceId: string;
  readonly botId: string | undefined;
  readonly narrow: Narrow;
  readonly chats: readonly InboxChat[];
}): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  const [search, setSearch] = useState('');
  const searched = search === '' ? {} : { search };
  const { data } = useData(
    Bots,
    { workspaceId, first: 60, ...searched },
    { pause: !isChoosing && botId === undefined },
  );
  const bots = data?.workspace?.bots.nodes ?? [];
  const name = [...bots, ...chats.flatMap(({ bot }) => bot ?? [])].find(
    ({ id }) => id === botId,
  )?.name;
  const close = (): void => {
    setChoosing(false);
    setSearch('');
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {botId === undefined ? t('All bots') : (name ?? t('One bot'))}
      </button>
      {isChoosing ? (
        <Chooser
          title={t('Chats of which bot?')}
          choices={[
            { id: '', label: t('All bots') },
            ...bots.map((bot) => ({ id: bot.id, label: bot.name })),
          ]}
          choose={(id) => {
            close();
            narrow({ botId: id });
          }}
          close={close}
          searched={setSearch}
        />
      ) : null}
    </>
  );
}

/** A field that offers what is known, and takes what is typed at Enter, or when it is left. */
export function Typed({
  label,
  value,
  offers = [],
  type = 'text',
  isEmptied = false,
  take,
}: {
  readonly label: string;
  readonly value: string;
  readonly offers?: readonly string[];
  readonly type?: 'text' | 'search';
  /** Whether the field is empty again once its text was taken. */
  readonly isEmptied?: boolean;
  readonly take: (typed: string) => void;
}): ReactNode {
  const list = useId();
  const [typed, setTyped] = useTyped(value);
  const send = (): void => {
    if (typed.trim() === value) return;
    take(typed.trim());
    if (isEmptied) setTyped('');
  };
  return (
    <label>
      {type === 'search' ? null : <span className="soft">{label}</span>}
      <input
        type={type}
        aria-label={label}
        placeholder={type === 'search' ? label : undefined}
        maxLength={200}
        list={offers.length === 0 ? undefined : list}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={send}
        onKeyDown={({ key }) => {
          if (key === 'Enter') send();
        }}
      />
      {offers.length === 0 ? null : (
        <datalist id={list}>
          {[...new Set(offers)].sort().map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** The text of a field, which follows a value; text that somebody still types is kept when the value changes elsewhere. */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed === known || typed.trim() === value) setTyped(value);
  }
  return [typed, setTyped] as const;
}
