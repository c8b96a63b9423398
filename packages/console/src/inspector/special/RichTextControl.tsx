import {
  type ClipboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ControlProps } from '../controls/control.js';
import { Theirs } from '../controls/Theirs.js';
import { useVariables } from '../controls/useVariables.js';
import { useVariableMenu } from '../controls/VariableMenu.js';
import { openTemplate } from '../templates.js';
import { useTyped } from '../../ui/useTyped.js';
import { chip, domOf, jsonOf, nodesOf, plainTextOf, type RichTextNode } from './richText.js';
import { RichTextBar } from './RichTextBar.js';

/** A text with bold, italic and underlined words, links, and variables as pieces; other parts are kept as they are. */
export function RichTextControl({
  id,
  value,
  set,
  describedBy,
  isInvalid,
}: ControlProps): ReactNode {
  const editor = useRef<HTMLDivElement>(null);
  const shown = useRef<string>(undefined);
  const [search, setSearch] = useState<string>();
  const variables = useVariables();
  const names = useMemo(() => new Set(variables.map(({ label }) => label)), [variables]);
  const stored = jsonOf((value ?? []) as readonly RichTextNode[]);
  const typed = useTyped(stored, (json) => {
    const nodes = readNodes(json);
    set(nodes.length === 0 ? null : nodes);
  });
  // An effect after the drawing may come after the next key, and would show the text from before that key again.
  useLayoutEffect(() => {
    // What was typed is there already, and the caret is in it.
    if (typed.text === shown.current || !editor.current) return;
    shown.current = typed.text;
    editor.current.replaceChildren(...domOf(readNodes(typed.text), names));
  });
  const read = (): void => {
    if (!editor.current) return;
    const nodes = nodesOf(editor.current);
    // A text without words is stored as none.
    shown.current = jsonOf(plainTextOf(nodes).trim() === '' ? [] : nodes);
    typed.type(shown.current);
    setSearch(templateAtCaret()?.search);
  };
  const menu = useVariableMenu(`${id}-variables`, search, (name) => {
    insertChip(chip(name, new Set([...names, name])));
    setSearch(undefined);
    read();
  });
  return (
    <div className="control richText">
      <RichTextBar editor={editor} changed={read} />
      <div
        id={id}
        ref={editor}
        className="editor"
        role="textbox"
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        aria-multiline="true"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-controls={menu.list ? `${id}-variables-list` : undefined}
        aria-activedescendant={menu.activeId}
        onFocus={() => {
          document.execCommand('defaultParagraphSeparator', false, 'p');
          typed.enter();
        }}
        onBlur={() => {
          setSearch(undefined);
          typed.leave();
        }}
        onInput={read}
        onKeyDown={(event) => void menu.onKey(event)}
        onPaste={pastePlain}
        onCopy={copyPlain}
      />
      {menu.list}
      <Theirs typed={typed} words={(json) => plainTextOf(readNodes(json))} />
    </div>
  );
}

function readNodes(json: string): readonly RichTextNode[] {
  const nodes: unknown = JSON.parse(json);
  return Array.isArray(nodes) ? (nodes as readonly RichTextNode[]) : [];
}

/** The text node with the caret, and the template that is typed there. */
function templateAtCaret() {
  const { focusNode, focusOffset } = getSelection() ?? {};
  if (!(focusNode instanceof Text) || focusOffset === undefined) return undefined;
  const open = openTemplate(focusNode.data, focusOffset);
  return open && { ...open, node: focusNode, end: focusOffset };
}

/** Puts a variable in the place of the template that is typed, and the caret behind it. */
function insertChip(element: HTMLElement): void {
  const open = templateAtCaret();
  if (!open) return;
  const range = document.createRange();
  range.setStart(open.node, open.start);
  range.setEnd(open.node, open.end);
  range.deleteContents();
  range.insertNode(element);
  // A caret needs a text to be in.
  if (!(element.nextSibling instanceof Text)) element.after('');
  getSelection()?.setPosition(element.nextSibling, 0);
}

/** Text from elsewhere comes without its form. */
function pastePlain(event: ClipboardEvent): void {
  event.preventDefault();
  document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
}

/** Variables are copied as `{{name}}`. */
function copyPlain(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return;
  event.preventDefault();
  const nodes = nodesOf(selection.getRangeAt(0).cloneContents());
  event.clipboardData.setData('text/plain', plainTextOf(nodes));
}
