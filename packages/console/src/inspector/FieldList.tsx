import { type ReactNode, useState } from 'react';
import { ListControl } from './controls/ListControl.js';
import { FieldRow } from './FieldRow.js';
import { useForm } from './formContext.js';
import { ConditionEditor, isCondition } from './special/ConditionEditor.js';
import { countSet, type FieldNode, isShown } from '../blocks/formModel.js';
import { WithCode } from '../ui/WithCode.js';
import { t } from '../i18n/t.js';

/** The fields that count, one below the other. */
export function FieldList({
  nodes,
  places,
}: {
  readonly nodes: readonly FieldNode[];
  readonly places: readonly number[];
}): ReactNode {
  const { document, fields } = useForm();
  return nodes
    .filter(({ field }) => isShown(field, { fields, document, places }))
    .map((node, at) => {
      const key = `${node.field.path} ${at}`;
      const { control } = node.field;
      if (control === 'ID' || control === 'EDGE') return null;
      if (isCondition(node)) return <ConditionEditor key={key} node={node} places={places} />;
      if (control === 'SECTION') return <Section key={key} node={node} places={places} />;
      if (control === 'LIST') return <ListControl key={key} node={node} places={places} />;
      return <FieldRow key={key} field={node.field} places={places} />;
    });
}

/** An object: its members can be folded, and are where none is set. */
function Section({
  node: { field, inside },
  places,
}: {
  readonly node: FieldNode;
  readonly places: readonly number[];
}): ReactNode {
  const { document, fields } = useForm();
  const count = countSet(inside, { fields, document, places });
  const isNeeded = inside.some((node) => node.field.isRequired);
  const [isOpen, setOpen] = useState(count > 0 || isNeeded);
  return (
    <details
      className="section"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {field.title}
        {count > 0 ? <span className="count"> {t('{count} set', { count })}</span> : null}
      </summary>
      {isOpen ? (
        <>
          {field.help ? (
            <p className="help">
              <WithCode text={field.help} />
            </p>
          ) : null}
          <FieldList nodes={inside} places={places} />
        </>
      ) : null}
    </details>
  );
}
