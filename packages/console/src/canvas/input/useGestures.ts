import { useCallback, useState } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import type { Gesture } from '../model/gestures.js';
import { useSelection } from '../selection.js';

/** Carries out gestures, and what became of the last one. */
export interface Gestures {
  readonly said: string;
  say(words: string): void;
  /** Stores the edits of a gesture as one step, selects what it says, and tells that in words. */
  run(gesture: Gesture, words: string): void;
}

/** Carrying out gestures of the person here. */
export function useGestures(): Gestures {
  const draft = useDraft();
  const { select } = useSelection();
  const [said, say] = useState('');
  const run = useCallback(
    ({ edits, select: parts }: Gesture, words: string) => {
      if (edits.length === 0 || !draft.edit(edits, say)) return;
      if (parts) select(parts);
      say(words);
    },
    [draft, select],
  );
  return { said, say, run };
}
