import { showTyping } from '@parley/client';
import { CannedReplies, StageChatFile } from '@parley/client/dashboard';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { change } from '../app/change.js';
import { sendFile } from '../app/sendFile.js';
import { server, useData } from '../app/server.js';
import { useAction } from '../app/useAction.js';
import { Fault } from '../ui/Fault.js';
import { type Menu, useMenu } from '../ui/useMenu.js';
import { t } from '../i18n/t.js';

/** What an agent sends: a text or a canned reply, and files by their addresses. */
interface Sent {
  readonly text?: string;
  readonly cannedReplyId?: string;
  readonly attachedFileUrls?: readonly string[];
}

interface Reply {
  readonly id: string;
  readonly text: string;
}

interface Attached {
  readonly name: string;
  readonly url: string;
}

/** Milliseconds between two signs that somebody types. */
const SIGN = 3_000;

const draftKey = (sessionId: string): string => `parley-answer-${sessionId}`;

/** Where an agent writes; what was not sent is there again later. */
export function Answer({
  sessionId,
  workspaceId,
  isLocked,
  send,
}: {
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly isLocked: boolean;
  readonly send: (sent: Sent) => Promise<void>;
}): ReactNode {
  const [text, setText] = useState(() => localStorage.getItem(draftKey(sessionId)) ?? '');
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [reply, setReply] = useState<string>();
  const { fault, isRunning, run } = useAction();
  const showsTyping = useTypingSign(sessionId);
  const write = (now: string): void => {
    setText(now);
    setReply(undefined);
    if (now === '') localStorage.removeItem(draftKey(sessionId));
    else localStorage.setItem(draftKey(sessionId), now);
  };
  const isEmpty = text.trim() === '' && files.length === 0;
  const submit = (): void => {
    if (isEmpty || isLocked || isRunning) return;
    const said = reply ? { cannedReplyId: reply } : text.trim() === '' ? {} : { text: text.trim() };
    const attached = files.length > 0 && { attachedFileUrls: files.map(({ url }) => url) };
    void run(send({ ...said, ...attached }), () => {
      write('');
      setFiles([]);
    });
  };
  return (
    <form
      className="answer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Fault words={fault} />
      <Attachments {...{ files, setFiles }} />
      <AnswerText
        {...{ workspaceId, isLocked, text, submit }}
        hasReply={reply !== undefined}
        write={(now) => {
          write(now);
          showsTyping();
        }}
        take={(chosen) => {
          write(chosen.text);
          // Its variables are filled in by the server.
          if (chosen.text.includes('{{')) setReply(chosen.id);
        }}
      />
      <AttachButton
        isOff={isLocked || isRunning || files.length >= 10}
        attach={(file) =>
          void run(upload(sessionId, file), (url) =>
            setFiles((before) => [...before, { name: file.name, url }]),
          )
        }
      />
      <button className="primary" disabled={isLocked || isEmpty || isRunning}>
        {t('Send')}
      </button>
    </form>
  );
}

/** The text of the answer; `/` offers the canned replies. */
function AnswerText({
  workspaceId,
  isLocked,
  text,
  hasReply,
  write,
  take,
  submit,
}: {
  readonly workspaceId: string;
  readonly isLocked: boolean;
  readonly text: string;
  /** Whether it is a canned reply with variables. */
  readonly hasReply: boolean;
  readonly write: (text: string) => void;
  readonly take: (reply: Reply) => void;
  readonly submit: () => void;
}): ReactNode {
  const menu = useCannedReplies(workspaceId, hasReply ? '' : text, take);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (menu.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <div className="control">
      <textarea
        rows={3}
        aria-label={t('Answer')}
        placeholder={
          isLocked ? t('Take over to answer') : t('Answer (Ctrl Enter sends, / offers replies)')
        }
        value={text}
        readOnly={isLocked}
        aria-autocomplete="list"
        aria-controls={menu.list ? 'canned-list' : undefined}
        aria-activedescendant={menu.activeId}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      {menu.list}
      {hasReply ? (
        <p className="help">{t('What is in {{ }} is filled in when it is sent.')}</p>
      ) : null}
    </div>
  );
}

async function upload(sessionId: string, file: File): Promise<string> {
  const about = { fileName: file.name, fileSize: file.size, fileType: file.type || null };
  const { createStagedUpload } = await change(StageChatFile, { input: { sessionId, ...about } });
  return sendFile(file, createStagedUpload.stagedUpload);
}

/** Returns a function that shows the visitor that somebody types. */
function useTypingSign(sessionId: string): () => void {
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < SIGN) return;
    last.current = Date.now();
    // A sign that is lost is followed by another one.
    showTyping({ url: server, sessionId, isAgent: true }).catch(() => undefined);
  };
}

/** Offers the canned replies while a text is `/` and a part of a shortcut. */
function useCannedReplies(workspaceId: string, text: string, take: (reply: Reply) => void): Menu {
  const [, search] = /^\/(\S*)$/.exec(text) ?? [];
  const { data } = useData(CannedReplies, { workspaceId }, { pause: search === undefined });
  const all = data?.workspace?.cannedReplies ?? [];
  const entries = all
    .filter(({ shortcut }) => search !== undefined && shortcut.includes(search))
    .slice(0, 8)
    .map((reply) => ({
      key: reply.id,
      label: `/${reply.shortcut} ${reply.text.slice(0, 80)}`,
      take: () => take(reply),
    }));
  return useMenu({ id: 'canned', label: t('Canned replies'), search, entries });
}

function AttachButton({
  isOff,
  attach,
}: {
  readonly isOff: boolean;
  readonly attach: (file: File) => void;
}): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" disabled={isOff} onClick={() => chooser.current?.click()}>
        {t('Attach')}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('File for the visitor')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) attach(file);
        }}
      />
    </>
  );
}

function Attachments({
  files,
  setFiles,
}: {
  readonly files: readonly Attached[];
  readonly setFiles: (files: readonly Attached[]) => void;
}): ReactNode {
  if (files.length === 0) return null;
  return (
    <ul className="attached" aria-label={t('Attached files')}>
      {files.map(({ name, url }) => (
        <li key={url}>
          {name}{' '}
          <button
            type="button"
            aria-label={t('Remove {name}', { name })}
            onClick={() => setFiles(files.filter((one) => one.url !== url))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
