import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTyped } from '../useTyped.js';
import { type ControlProps, textOf } from './control.js';
import { Theirs } from './Theirs.js';

/** Code. Tab indents; after Escape, it leaves the field as elsewhere. */
export function CodeControl({
  id,
  field,
  value,
  set,
  describedBy,
  isInvalid,
}: ControlProps): ReactNode {
  const leaves = useRef(false);
  const typed = useTyped(textOf(value), (text) => set(text === '' ? null : text));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') leaves.current = true;
    if (event.key !== 'Tab' || event.shiftKey || leaves.current) return;
    event.preventDefault();
    const area = event.currentTarget;
    area.setRangeText('  ', area.selectionStart, area.selectionEnd, 'end');
    typed.type(area.value);
  };
  return (
    <div className="control">
      <textarea
        id={id}
        className="code"
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        value={typed.text}
        placeholder={textOf(field.default)}
        maxLength={field.maxLength ?? undefined}
        aria-describedby={`${describedBy} ${id}-keys`}
        aria-invalid={isInvalid || undefined}
        onFocus={() => {
          leaves.current = false;
          typed.enter();
        }}
        onBlur={typed.leave}
        onChange={({ target }) => typed.type(target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="help" id={`${id}-keys`}>
        {field.language ? `${LANGUAGES[field.language]}. ` : ''}Tab indents; Escape, then Tab
        leaves.
      </p>
      <Theirs typed={typed} />
    </div>
  );
}

const LANGUAGES = { CSS: 'CSS', HTML: 'HTML', JAVASCRIPT: 'JavaScript', JSON: 'JSON', SVG: 'SVG' };
