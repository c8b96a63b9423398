import {
  AssignChat,
  ClaimChat,
  CloseChat,
  ReleaseChat,
  ReopenChat,
  UpdateChat,
} from '@parley/client/dashboard';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import type { InboxChat } from './inboxList.js';

/** What an agent does with a chat, and why the last of it was refused. */
export type ChatActs = ReturnType<typeof useChatActs>;

/** What can be done with a chat; `keep` receives it as it is then, and `taken` is called once the person has it. */
export function useChatActs(
  {
    sessionId,
    chat,
    taken,
  }: {
    readonly sessionId: string;
    readonly chat: InboxChat | undefined;
    readonly taken: () => void;
  },
  keep: (chat: InboxChat) => void,
) {
  const { fault, run } = useAction();
  const claim = chat?.claim ?? 0;
  const act = (doing: Promise<InboxChat | null>, done?: () => void): void =>
    void run(doing, (now) => {
      if (now) keep(now);
      done?.();
    });
  const claimed = async (of: InboxChat | null | undefined): Promise<InboxChat | null> => {
    const input = { sessionId, ...(of?.assignee && { takeOver: of.claim }) };
    return (await change(ClaimChat, { input })).claimChat.chat;
  };
  return {
    fault,
    take() {
      act(claimed(chat), taken);
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
    /** Opens it again and takes it over. */
    reopen() {
      const reopened = change(ReopenChat, { input: { sessionId } });
      act(
        reopened.then((done) => claimed(done.reopenChat.chat)),
        taken,
      );
    },
    assign(assigneeId: string | null) {
      const input = { sessionId, assigneeId };
      act(change(AssignChat, { input }).then((done) => done.assignChat.chat));
    },
    /** Marks it as read. Nobody has asked for that: if it fails, the next message or visit does it. */
    markRead() {
      const marked = change(UpdateChat, { input: { sessionId, isRead: true } });
      void marked.then(
        ({ updateChat }) => updateChat.chat && keep(updateChat.chat),
        () => undefined,
      );
    },
    update(part: {
      readonly queue?: string | null;
      readonly addTags?: readonly string[];
      readonly removeTags?: readonly string[];
    }) {
      const input = { sessionId, ...part };
      act(change(UpdateChat, { input }).then((done) => done.updateChat.chat));
    },
  };
}
