import type { Chat, Move, Played } from './playMove.js';

/** The turns of an exploration that would come out the same if they were taken again. */
export interface KnownTurns {
  /** A turn that was taken before, with the same message in an equal chat. */
  find(before: Chat, move: Move): Played | undefined;
  /** Keeps a turn if it can be kept. Returns it with the chat that an equal turn led to before, so that equal chats are one. */
  keep(before: Chat, move: Move, played: Played): Played;
}

/** The characters of the chats and replies of all turns that are kept, at most: then all of them are forgotten. */
const MAX_CHARACTERS = 20_000_000;
/** Characters of a turn besides those of its chat and reply: its trace and its place in the list. */
const TURN_CHARACTERS = 4_000;

/** No turn is known yet. */
export function openKnownTurns(): KnownTurns {
  const turns = new Map<Chat, Map<string, Played>>();
  const chats = new Map<string, Chat>();
  let characters = 0;
  const charge = (more: number) => {
    characters += more;
    if (characters <= MAX_CHARACTERS) return;
    turns.clear();
    chats.clear();
    characters = more;
  };
  return {
    find: (before, { input }) => turns.get(before)?.get(JSON.stringify(input)),
    keep(before, { input }, played) {
      if (!played.isFixed) return played;
      const key = JSON.stringify(played.chat);
      charge(key.length + charactersSaid(played) + TURN_CHARACTERS);
      const chat = chats.get(key) ?? played.chat;
      chats.set(key, chat);
      const kept = { ...played, chat };
      const known = turns.get(before) ?? new Map<string, Played>();
      turns.set(before, known.set(JSON.stringify(input), kept));
      return kept;
    },
  };
}

function charactersSaid({ trace }: Played): number {
  return trace.reduce((sum, entry) => (entry.kind === 'ended' ? sum + entry.characters : sum), 0);
}
