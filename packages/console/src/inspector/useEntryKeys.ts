import { type KeyboardEvent, useEffect, useState } from 'react';

/** What the keys do with the entries of a list. */
interface Entries {
  /** Whether there is nothing in an entry. */
  isEmpty(place: number): boolean;
  insert(place: number): void;
  remove(place: number): void;
}

type Act = readonly [does: 'insert' | 'remove', place: number];

/**
 * Lets Enter in the first text of an entry add another entry below, or go on to one that is empty, and Backspace in an empty entry remove it.
 * Returns the listener of the entry at a place.
 */
export function useEntryKeys(
  entries: Entries,
): (place: number, event: KeyboardEvent<HTMLLIElement>) => void {
  const [act, setAct] = useState<Act>();
  // What was typed is stored by then: the field was left.
  useEffect(() => {
    if (!act) return;
    setAct(undefined);
    const [does, place] = act;
    if (does === 'insert') entries.insert(place);
    else if (entries.isEmpty(place)) entries.remove(place);
  }, [act]);
  return (place, event) => {
    const { key, target: field, currentTarget: entry } = event;
    if (field !== textOf(entry) || !isPlain(event)) return;
    const isBlank = textOf(entry)?.value.trim() === '';
    if (key === 'Enter' && !isBlank) {
      event.preventDefault();
      const next = textOf(entry.nextElementSibling);
      if (next?.value === '') return next.focus();
      textOf(entry)?.blur();
      setAct(['insert', place + 1]);
    }
    const beside = textOf(entry.previousElementSibling ?? entry.nextElementSibling);
    if (key === 'Backspace' && textOf(entry)?.value === '' && beside) {
      event.preventDefault();
      beside.focus();
      beside.setSelectionRange(beside.value.length, beside.value.length);
      setAct(['remove', place]);
    }
  };
}

/** The field that an entry begins with, where it is a line of text. */
function textOf(entry: Element | null): HTMLTextAreaElement | null {
  const field = entry?.querySelector('input, select, textarea, [contenteditable]');
  return field instanceof HTMLTextAreaElement && field.rows === 1 ? field : null;
}

function isPlain({ ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing;
}
