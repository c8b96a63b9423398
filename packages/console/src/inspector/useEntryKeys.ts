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
    const field = textOf(event.currentTarget);
    if (!field || event.target !== field || !isPlain(event)) return;
    if (event.key === 'Enter' && field.value.trim() !== '') {
      event.preventDefault();
      if (!focusEmpty(event.currentTarget.nextElementSibling)) {
        field.blur();
        setAct(['insert', place + 1]);
      }
    }
    if (event.key === 'Backspace' && field.value === '' && focusBeside(event.currentTarget)) {
      event.preventDefault();
      setAct(['remove', place]);
    }
  };
}

/** Focuses the text of an entry if it is empty; returns whether it was. */
function focusEmpty(entry: Element | null): boolean {
  const field = textOf(entry);
  if (field?.value !== '') return false;
  field.focus();
  return true;
}

/** Focuses the end of the text before an entry, or of that after the first one; returns whether there is one. */
function focusBeside({ previousElementSibling, nextElementSibling }: Element): boolean {
  const beside = textOf(previousElementSibling ?? nextElementSibling);
  beside?.focus();
  beside?.setSelectionRange(beside.value.length, beside.value.length);
  return beside !== null;
}

/** The field that an entry begins with, where it is a line of text. */
function textOf(entry: Element | null): HTMLTextAreaElement | null {
  const field = entry?.querySelector('input, select, textarea, [contenteditable]');
  return field instanceof HTMLTextAreaElement && field.rows === 1 ? field : null;
}

function isPlain({ ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing;
}
