import { randomKey } from '@parley/client';
import type { ClipboardEvent } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import { findBlock, type Point } from '../flowModel.js';
import { copyOf, pasteOf } from '../model/clipboard.js';
import { type Gesture, removeChosen } from '../model/gestures.js';
import type { Picked } from '../picked.js';

interface Clipboard {
  readonly botId: string;
  readonly picked: Picked;
  run(gesture: Gesture, words: string): void;
  say(words: string): void;
  middle(): Point;
}

/** Copying, cutting and pasting what is selected, as text. */
export function useClipboard({ botId, picked, run, say, middle }: Clipboard) {
  const draft = useDraft();
  const copy = (event: ClipboardEvent): boolean => {
    const text = isField(event.target) ? undefined : copyOf(draft.state().flow, botId, picked);
    if (text === undefined) return false;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    return true;
  };
  const paste = (text: string): void => {
    const { flow } = draft.state();
    const found = picked.blockId === undefined ? undefined : findBlock(flow, picked.blockId);
    const groupId = found?.group.id ?? flow.groups.find(({ id }) => id === picked.groupIds[0])?.id;
    const index = found ? found.group.blocks.indexOf(found.block) + 1 : undefined;
    const place = { botId, point: middle(), groupId, index };
    const pasted = pasteOf(flow, text, { ...place, newId: randomKey });
    if (!pasted) return say(t('There is nothing on the clipboard that can be pasted'));
    run(pasted, pastedInWords(pasted.lostEdges));
  };
  return {
    onCopy: (event: ClipboardEvent) => {
      if (copy(event)) say(t('Copied'));
    },
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) run(removeChosen(draft.state().flow, picked), t('Cut'));
    },
    onPaste: (event: ClipboardEvent) => {
      if (isField(event.target)) return;
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
    },
  };
}

function pastedInWords(lost: number): string {
  if (lost === 0) return t('Pasted');
  return t(
    'Pasted, without a connection that leads elsewhere|Pasted, without {count} connections that lead elsewhere',
    { count: lost },
  );
}

/** Whether keys belong to a field. */
export function isField(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
