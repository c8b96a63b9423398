import {
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '../i18n/t.js';
import { wordsOf } from './change.js';
import { useCommands } from './commands.js';

/** Something to erase, which is hidden at once, and erased when the time to undo it is over. */
interface Erasing {
  /** What is erased, such as `2 results are being erased.` */
  readonly words: string;
  /** The ids of what is hidden. */
  readonly ids: readonly string[];
  readonly erase: () => Promise<unknown>;
}

interface ErasingNotice extends Erasing {
  readonly key: number;
  /** Seconds in which it can be undone; 0 once it is sent. */
  readonly left: number;
  /** Why it could not be erased; empty as long as it could. */
  readonly fault: string;
}

interface State {
  readonly notices: readonly ErasingNotice[];
  readonly hidden: ReadonlySet<string>;
}

/** Seconds in which what was erased can be undone. */
const WINDOW = 10;

let state: State = { notices: [], hidden: new Set() };
let last = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const read = (): State => state;

function update(part: Partial<State>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function put(notice: ErasingNotice): void {
  update({ notices: state.notices.map((one) => (one.key === notice.key ? notice : one)) });
}

function drop({ key }: ErasingNotice): void {
  update({ notices: state.notices.filter((one) => one.key !== key) });
}

function show(ids: readonly string[]): void {
  const shown = new Set(ids);
  update({ hidden: new Set([...state.hidden].filter((id) => !shown.has(id))) });
}

/** Hides things, and erases them when the time to undo that is over. Nothing is erased if the page is closed before. */
export function eraseLater(erasing: Erasing): void {
  const notice = { ...erasing, key: ++last, left: WINDOW, fault: '' };
  const hidden = new Set([...state.hidden, ...erasing.ids]);
  update({ notices: [...state.notices, notice], hidden });
}

/** The ids of what was erased, also as long as that can be undone. */
export function useErased(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, read).hidden;
}

function undo(notice: ErasingNotice): void {
  drop(notice);
  show(notice.ids);
}

async function send(notice: ErasingNotice): Promise<void> {
  put({ ...notice, left: 0, fault: '' });
  try {
    await notice.erase();
    drop(notice);
  } catch (error) {
    show(notice.ids);
    put({ ...notice, left: 0, fault: wordsOf(error) });
  }
}

/** Lets a second pass. */
function tick(): void {
  for (const notice of state.notices.filter(({ left }) => left > 0)) {
    if (notice.left > 1) put({ ...notice, left: notice.left - 1 });
    else void send(notice);
  }
}

// A browser may keep the page, and show it again later.
addEventListener('pagehide', () => {
  for (const notice of state.notices.filter(({ left }) => left > 0)) undo(notice);
});

/** Says what is erased, with the seconds in which it can be undone. F6 leads there and back; the seconds do not pass meanwhile. */
export function ErasingNotices(): ReactNode {
  const { notices } = useSyncExternalStore(subscribe, read);
  const [isHeld, hold] = useState(false);
  const list = useRef<HTMLElement>(null);
  const leave = useSwitchTo(list);
  const isWaiting = notices.some(({ left }) => left > 0);
  useEffect(() => {
    if (!isWaiting || isHeld) return undefined;
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [isWaiting, isHeld]);
  const newest = notices.findLast(({ left }) => left > 0);
  useUndoCommand(newest?.key);
  const close = (what: (notice: ErasingNotice) => void, notice: ErasingNotice): void => {
    what(notice);
    hold(false);
    leave();
  };
  return (
    <>
      <p className="hidden" role="status">
        {newest ? `${newest.words} ${t('F6 leads to Undo.')}` : ''}
      </p>
      {notices.length === 0 ? null : (
        <section
          ref={list}
          className="erasing"
          aria-label={t('Notices')}
          onFocus={() => hold(true)}
          onBlur={({ relatedTarget, currentTarget }) =>
            hold(relatedTarget !== null && currentTarget.contains(relatedTarget))
          }
        >
          {notices.map((notice) => (
            <div key={notice.key} className="erasingNotice">
              {notice.fault === '' ? (
                <Waiting notice={notice} close={close} />
              ) : (
                <Failed notice={notice} close={close} />
              )}
            </div>
          ))}
        </section>
      )}
    </>
  );
}

interface NoticeProps {
  readonly notice: ErasingNotice;
  readonly close: (what: (notice: ErasingNotice) => void, notice: ErasingNotice) => void;
}

function Waiting({ notice, close }: NoticeProps): ReactNode {
  const { words, left } = notice;
  return (
    <>
      <span>
        {words} {t('If you close the page first, nothing is erased.')}
      </span>
      <span role="timer" aria-label={t('{count} seconds left', { count: left })}>
        {t('{count} s', { count: left })}
      </span>
      <button type="button" disabled={left === 0} onClick={() => close(undo, notice)}>
        {t('Undo')}
      </button>
      <span className="now">
        <button
          type="button"
          disabled={left === 0}
          onClick={() => close((one) => void send(one), notice)}
        >
          {t('Erase now')}
        </button>
      </span>
    </>
  );
}

function Failed({ notice, close }: NoticeProps): ReactNode {
  return (
    <>
      <span role="alert">{t('Not erased: {why}', { why: notice.fault })}</span>
      <button type="button" onClick={() => close((one) => void again(one), notice)}>
        {t('Try again')}
      </button>
      <button type="button" onClick={() => close(drop, notice)}>
        {t('Dismiss')}
      </button>
    </>
  );
}

function again(notice: ErasingNotice): Promise<void> {
  update({ hidden: new Set([...state.hidden, ...notice.ids]) });
  return send(notice);
}

/** Lets F6 lead into a list and back; returns what leads back. */
function useSwitchTo(list: RefObject<HTMLElement | null>): () => void {
  const before = useRef<Element | null>(null);
  const leave = (): void => {
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || !list.current) return;
      event.preventDefault();
      if (list.current.contains(document.activeElement)) return leave();
      before.current = document.activeElement;
      list.current.querySelector('button')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return leave;
}

/** The newest of what can be undone in the list of commands. */
function useUndoCommand(key: number | undefined): void {
  const commands = useMemo(() => {
    const notice = state.notices.find((one) => one.key === key);
    if (!notice) return [];
    return [{ title: t('Undo: {words}', { words: notice.words }), run: () => undo(notice) }];
  }, [key]);
  useCommands(commands);
}
