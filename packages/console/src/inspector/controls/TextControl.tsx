import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { completed, openTemplate } from '../templates.js';
import { type Typed, useTyped } from '../../ui/useTyped.js';
import { type ControlProps, textOf } from './control.js';
import { Theirs } from './Theirs.js';
import type { Menu } from '../../ui/useMenu.js';
import { useVariableMenu } from './VariableMenu.js';

/** A text of one line, or of several; where variables are filled in, `{` offers them. */
export function TextControl(props: ControlProps): ReactNode {
  return props.field.takesVariables ? <Template {...props} /> : <Plain {...props} />;
}

function Plain(props: ControlProps): ReactNode {
  return <Area {...props} typed={useText(props)} />;
}

/** A text with variables of the flow. */
function Template(props: ControlProps): ReactNode {
  const { id } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const typed = useText(props);
  const open = openTemplate(typed.text, caret);
  const menu = useVariableMenu(`${id}-variables`, open?.search, (name) => {
    const next = completed(typed.text, caret, name);
    typed.type(next.text);
    setCaret(next.caret);
    requestAnimationFrame(() => area.current?.setSelectionRange(next.caret, next.caret));
  });
  return <Area {...props} {...{ typed, area, menu, setCaret }} />;
}

function useText({ value, set }: ControlProps): Typed {
  return useTyped(textOf(value), (text) => set(text === '' ? null : text));
}

function Area({
  id,
  field,
  describedBy,
  isInvalid,
  typed,
  area,
  menu,
  setCaret,
}: ControlProps & {
  readonly typed: Typed;
  readonly area?: RefObject<HTMLTextAreaElement | null>;
  readonly menu?: Menu;
  readonly setCaret?: (caret: number) => void;
}): ReactNode {
  const isLong = field.control === 'LONG_TEXT';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (menu?.onKey(event)) return;
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
        aria-autocomplete={menu ? 'list' : undefined}
        aria-controls={menu?.list ? `${id}-variables-list` : undefined}
        aria-activedescendant={menu?.activeId}
        onFocus={typed.enter}
        onBlur={() => {
          setCaret?.(0);
          typed.leave();
        }}
        onSelect={(event) => setCaret?.(event.currentTarget.selectionEnd)}
        onChange={({ target }) => {
          setCaret?.(target.selectionEnd);
          typed.type(isLong ? target.value : target.value.replaceAll(/\r?\n/g, ' '));
        }}
        onKeyDown={onKeyDown}
      />
      {menu?.list}
      <Theirs typed={typed} />
    </div>
  );
}
