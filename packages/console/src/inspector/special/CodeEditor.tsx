import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { type ReactNode, useEffect, useRef } from 'react';
import { isDark } from '../../app/colours.js';
import type { FieldIssue } from '../formContext.js';
import type { Field } from '../../blocks/formModel.js';
import { completed, openTemplate } from '../templates.js';
import { placeIn } from '../codePlace.js';
import type { Typed } from '../../ui/useTyped.js';

/** What the editor shows, and for whom. */
interface Editing {
  readonly field: Field;
  readonly typed: Typed;
  readonly issues: readonly FieldIssue[];
  /** What `{` offers. */
  readonly names: readonly Name[];
  /** The attributes of the element in which somebody types. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A variable that code may name, and what it holds, as far as the flow tells. */
interface Name {
  readonly name: string;
  readonly type?: string | undefined;
}

const LANGUAGES = { CSS: css, HTML: html, JAVASCRIPT: javascript, JSON: json, SVG: html };

/** An editor of code. Tab indents; after Escape, it leaves the field as elsewhere. */
export function CodeEditor(editing: Editing): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(editing);
  latest.current = editing;
  useEffect(() => {
    if (!place.current) return undefined;
    const opened = new EditorView({ parent: place.current, state: stateOf(latest) });
    view.current = opened;
    return () => opened.destroy();
  }, []);
  const { issues, typed } = editing;
  // The text becomes another one without keys: by undo, by others, or when theirs is taken.
  useEffect(() => {
    const doc = view.current?.state.doc;
    const text = latest.current.typed.now().replaceAll(/\r\n?/g, '\n');
    if (!doc || doc.toString() === text) return;
    view.current?.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
  }, [typed.text]);
  // They are about what is stored; while somebody goes on typing, they move with the text.
  useEffect(() => {
    const state = view.current?.state;
    if (state) view.current?.dispatch(setDiagnostics(state, marksOf(issues, state.doc)));
  }, [issues]);
  return <div ref={place} className="codeEditor" />;
}

/** The first state of an editor, which always asks for the newest of what it edits. */
function stateOf(latest: { readonly current: Editing }): EditorState {
  const { field, typed, attributes } = latest.current;
  const most = field.maxLength ?? Infinity;
  // The same one each time: the editor knows by it which list it waits for.
  const variables = {
    autocomplete: (context: CompletionContext) => offer(context, latest.current.names),
  };
  return EditorState.create({
    doc: typed.text,
    extensions: [
      history(),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(classHighlighter),
      field.language ? LANGUAGES[field.language]() : [],
      autocompletion({ icons: false }),
      EditorState.languageData.of(() => [variables]),
      EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= most),
      EditorView.darkTheme.of(isDark()),
      EditorView.contentAttributes.of({ ...attributes }),
      placeholder(String(field.default ?? '')),
      keymap.of([
        indentWithTab,
        ...historyKeymap,
        // Ctrl Enter tries the draft, here as elsewhere.
        ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
      ]),
      EditorView.updateListener.of(({ docChanged, state, view }) => {
        if (!docChanged) return;
        view.setTabFocusMode(false);
        const text = state.doc.toString();
        if (text !== latest.current.typed.now()) latest.current.typed.type(text);
      }),
      EditorView.domEventHandlers({
        focus: (_event, view) => {
          view.setTabFocusMode(false);
          latest.current.typed.enter();
        },
        blur: () => latest.current.typed.leave(),
        keydown(event, view) {
          if (event.key === 'Escape') view.setTabFocusMode(true);
        },
      }),
    ],
  });
}

/** The variables, where somebody began to type one. */
function offer({ state, pos }: CompletionContext, names: readonly Name[]) {
  const line = state.doc.lineAt(pos);
  const open = openTemplate(line.text, pos - line.from);
  if (!open) return null;
  return {
    from: pos - open.search.length,
    options: names.map(({ name, type }) => ({
      label: name,
      // The space keeps the two words apart for screen readers.
      ...(type !== undefined && { detail: ` ${type}` }),
      type: 'variable',
      apply(view: EditorView) {
        const now = view.state.doc.lineAt(view.state.selection.main.head);
        const { text, caret } = completed(
          now.text,
          view.state.selection.main.head - now.from,
          name,
        );
        view.dispatch({
          changes: { from: now.from, to: now.to, insert: text },
          selection: { anchor: now.from + caret },
        });
      },
    })),
  };
}

/** The issues that say a line and a column, as marks there. */
function marksOf(issues: readonly FieldIssue[], doc: Text): Diagnostic[] {
  return issues.flatMap(({ message, level }) => {
    const place = placeIn(message);
    if (!place || place.line > doc.lines) return [];
    const line = doc.line(place.line);
    const from = Math.min(line.from + place.column - 1, line.to);
    const severity = level === 'ERROR' ? 'error' : 'warning';
    return [{ from, to: Math.min(from + 1, doc.length), severity, message }];
  });
}
