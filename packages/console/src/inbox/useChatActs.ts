import {
  AssignChat,
  ClaimChat,
  CloseChat,
  ReleaseChat,
  ReopenChat,
  UpdateChat,
} from '@parley/client/dashboard';
import { useRef } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import type { InboxChat } from './inboxList.js';

/** What an agent does with a chat, and why the last of it was refused. */
export type ChatActs = ReturnType<typeof useChatActs>;

/** What can be done with a chat; `keep` receives it as it is then. */
export function useChatActs(
  { sessionId, chat }: { readonly sessionId: string; readonly chat: InboxChat | undefined },
  keep: (chat: InboxChat) => void,
) {
  const { fault, run } = useAction();
  const claim = chat?.claim ?? 0;
  const newest = useRef(chat);
  newest.current = chat;
  const tagging = useRef<Promise<InboxChat | null>>(Promise.resolve(null));
  const act = (doing: Promise<InboxChat | null>): void =>
    void run(doing, (now) => {
      if (now) keep(now);
    });
  return {
    fault,
    take() {
      const input = { sessionId, ...(chat?.assignee && { takeOver: claim }) };
      act(change(ClaimChat, { input }).then((done) => done.claimChat.chat));
    },
    /** Gives it back to the bot, at a group or where the bot waits. */
    release(groupId?: string) {
      const input = { sessionId, claim, ...(groupId !== undefined && { groupId }) };
      act(change(ReleaseChat, { input }).then((done) => done.releaseChat.chat));
    },
    close() {
      const input = { sessionId, claim };
      act(change(CloseChat, { input }).then((done) => done.closeChat.chat));
    },
    reopen() {
      act(change(ReopenChat, { input: { sessionId } }).then((done) => done.reopenChat.chat));
    },
    assign(assigneeId: string | null) {
      const input = { sessionId, assigneeId };
      act(change(AssignChat, { input }).then((done) => done.assignChat.chat));
    },
    /** Changes the tags once the changes before are made: they are sent as a whole, so each change begins with the tags of the one before. */
    retag(changed: (tags: readonly string[]) => readonly string[]) {
      const doing = tagging.current.then(async (done) => {
        const isNewer = (done?.revision ?? 0) > (newest.current?.revision ?? 0);
        const { tags = [] } = (isNewer ? done : newest.current) ?? {};
        const input = { sessionId, tags: changed(tags) };
        return (await change(UpdateChat, { input })).updateChat.chat;
      });
      tagging.current = doing.catch(() => null);
      act(doing);
    },
    update(part: { readonly isRead?: true; readonly queue?: string | null }) {
      const input = { sessionId, ...part };
      act(change(UpdateChat, { input }).then((done) => done.updateChat.chat));
    },
  };
}
