import {
  type ChatEvent,
  type ChatState,
  foldChat,
  newChat,
  type Typists,
  watchChat,
  watchTyping,
} from '@parley/client';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../app/change.js';
import { server } from '../app/server.js';

/** A chat as it goes on, and who is there. */
export interface FollowedChat {
  readonly chat: ChatState;
  readonly typists: Typists;
  readonly fault: string;
  /** Follows it again: its events end with the chat, which may be opened again. */
  again(): void;
}

/** Nobody types: so it is at first, and after each message. */
const SILENCE = { isVisitorTyping: false, isAgentTyping: false, visitorText: null };

const NOBODY: Typists = { ...SILENCE, isVisitorHere: false };

/** Milliseconds in which events are collected: a long chat is drawn once, and not for each of its events. */
const TOGETHER = 20;

/** Follows a chat. */
export function useChat(sessionId: string): FollowedChat {
  const [chat, setChat] = useState(newChat);
  const [typists, setTypists] = useState(NOBODY);
  const [fault, setFault] = useState('');
  const [round, setRound] = useState(0);
  const lastSeq = useRef(0);
  lastSeq.current = chat.lastSeq;
  useEffect(() => {
    const leaving = new AbortController();
    const began = Date.now();
    const watch = { url: server, sessionId, signal: leaving.signal };
    let waiting: ChatEvent[] = [];
    const show = (): void => {
      const events = waiting;
      waiting = [];
      setChat((before) => events.reduce(foldChat, before));
      // A message ends what was typed; one of before says nothing of what is typed now.
      if (events.some(({ at }) => Date.parse(at) > began))
        setTypists((now) => ({ ...now, ...SILENCE }));
    };
    const follow = async (): Promise<void> => {
      for await (const event of watchChat({ ...watch, after: lastSeq.current })) {
        if (waiting.push(event) === 1) setTimeout(show, TOGETHER);
      }
    };
    const followTyping = async (): Promise<void> => {
      for await (const now of watchTyping(watch)) setTypists(now);
    };
    Promise.all([follow(), followTyping()]).catch((error: unknown) => {
      if (!leaving.signal.aborted) setFault(wordsOf(error));
    });
    return () => leaving.abort();
  }, [sessionId, round]);
  return { chat, typists, fault, again: () => setRound((before) => before + 1) };
}
