import { type ChatState, foldChat, newChat, watchChat, watchTyping } from '@parley/client';
import { useEffect, useState } from 'react';
import { wordsOf } from '../app/change.js';
import { server } from '../app/server.js';

/** A chat as it goes on, and whether its visitor types. */
export interface FollowedChat {
  readonly chat: ChatState;
  readonly isVisitorTyping: boolean;
  readonly fault: string;
}

/** Follows a chat. */
export function useChat(sessionId: string): FollowedChat {
  const [chat, setChat] = useState(newChat);
  const [isVisitorTyping, setTyping] = useState(false);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const watch = { url: server, sessionId, signal: leaving.signal };
    const follow = async (): Promise<void> => {
      for await (const event of watchChat(watch)) {
        setChat((before) => foldChat(before, event));
        // A message ends what was typed.
        setTyping(false);
      }
    };
    const followTyping = async (): Promise<void> => {
      for await (const typists of watchTyping(watch)) setTyping(typists.isVisitorTyping);
    };
    Promise.all([follow(), followTyping()]).catch((error: unknown) => {
      if (!leaving.signal.aborted) setFault(wordsOf(error));
    });
    return () => leaving.abort();
  }, [sessionId]);
  return { chat, isVisitorTyping, fault };
}
