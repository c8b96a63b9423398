import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { completed, openTemplate } from '../templates.js';
import { useTyped } from '../useTyped.js';
import { type ControlProps, textOf } from './control.js';
import { Theirs } from './Theirs.js';
import { useVariableMenu } from './VariableMenu.js';

/** A text of one line, or of several; where variables are filled in, `{` offers them. */
export function TextControl({
  id,
  field,
  value,
  set,
  describedBy,
  isInvalid,
}: ControlProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const stored = textOf(value);
  const typed = useTyped(stored, (text) => set(text === '' ? null : text));
  const open = field.takesVariables ? openTemplate(typed.text, caret) : undefined;
  const menu = useVariableMenu(`${id}-variables`, open?.search, (name) => {
    const next = completed(typed.text, caret, name);
    typed.type(next.text);
    setCaret(next.caret);
    requestAnimationFrame(() => area.current?.setSelectionRange(next.caret, next.caret));
  });
  const isLong = field.control === 'LONG_TEXT';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (menu.onKey(event)) return;
    if (event.key === 'Enter' && !isLong) event.preventDefault();
  };
  return (
    <div className="control">
      <textarea
        id={id}
        ref={area}
        rows={isLong ? 3 : 1}
        value={typed.text}
        placeholder={textOf(field.default)}
        maxLength={field.maxLength ?? undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-autocomplete={field.takesVariables ? 'list' : undefined}
        aria-controls={menu.list ? `${id}-variables-list` : undefined}
        aria-activedescendant={menu.activeId}
        onFocus={typed.enter}
        onBlur={() => {
          setCaret(0);
          typed.leave();
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
        onChange={({ target }) => {
          setCaret(target.selectionEnd);
          typed.type(isLong ? target.value : target.value.replaceAll(/\r?\n/g, ' '));
        }}
        onKeyDown={onKeyDown}
      />
      {menu.list}
      <Theirs typed={typed} />
    </div>
  );
}
