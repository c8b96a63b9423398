import { type ReactNode, useMemo } from 'react';
import { later } from '../../ui/later.js';
import { useIsNear } from '../../ui/useIsNear.js';
import { useForm } from '../formContext.js';
import { type Typed, useTyped } from '../../ui/useTyped.js';
import { type ControlProps, textOf } from './control.js';
import { Theirs } from './Theirs.js';
import { useVariables } from './useVariables.js';
import { useVariableTypes } from './useVariableTypes.js';
import { t } from '../../i18n/t.js';

const CodeEditor = later(async () => (await import('../special/CodeEditor.js')).CodeEditor, AsText);

function AsText({ typed }: { readonly typed: Typed }): ReactNode {
  return <pre className="codeEditor">{typed.text}</pre>;
}

/** Code, with the variables that it may name, and marks where the server finds mistakes. */
export function CodeControl({
  id,
  field,
  keys,
  value,
  set,
  describedBy,
  isInvalid,
}: ControlProps): ReactNode {
  const typed = useTyped(textOf(value), (text) => set(text === '' ? null : text));
  const [place, isNear] = useIsNear<HTMLDivElement>();
  const Editor = isNear ? CodeEditor : AsText;
  const all = useForm().issues;
  const path = keys.join('.');
  const issues = useMemo(() => all.filter((issue) => issue.path === path), [all, path]);
  const types = useVariableTypes();
  const variables = useVariables().map(({ value: variableId, label: name }) => ({
    name,
    type: types.get(variableId),
  }));
  const names = [...variables, ...(field.ownNames ?? []).map((name) => ({ name }))];
  return (
    <div ref={place} className="control">
      <Editor
        {...{ field, typed, issues, names }}
        attributes={{
          id,
          'aria-labelledby': `${id}-label`,
          'aria-describedby': `${describedBy} ${id}-keys`,
          'aria-invalid': String(isInvalid),
        }}
      />
      <p className="help" id={`${id}-keys`}>
        {field.language ? `${LANGUAGES[field.language]}. ` : ''}
        {t('Tab indents; Escape, then Tab leaves.')}
      </p>
      <Theirs typed={typed} />
    </div>
  );
}

const LANGUAGES = { CSS: 'CSS', HTML: 'HTML', JAVASCRIPT: 'JavaScript', JSON: 'JSON', SVG: 'SVG' };
