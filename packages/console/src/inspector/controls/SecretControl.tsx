import { type ChangeEvent, type ReactNode, useState } from 'react';
import { useForm } from '../formContext.js';
import { type ControlProps, textOf } from './control.js';
import { t } from '../../i18n/t.js';

/** A secret, which is written and never read back: of a stored one the last characters show. */
export function SecretControl({
  id,
  field,
  value,
  set,
  describedBy,
  isInvalid,
}: ControlProps): ReactNode {
  const ending = useForm().secrets?.get(field.path);
  const [isReplaced, setReplaced] = useState(false);
  if (ending !== undefined && !isReplaced && !isInvalid) {
    return (
      <div className="stored">
        <span>{ending === '' ? t('Stored') : t('Stored, ends in …{ending}', { ending })}</span>
        <button type="button" id={id} onClick={() => setReplaced(true)}>
          {t('Replace')}
        </button>
      </div>
    );
  }
  const common = {
    id,
    value: textOf(value),
    autoFocus: isReplaced,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(target.value === '' ? null : target.value),
  };
  if (field.control === 'LONG_TEXT')
    return <textarea {...common} rows={4} spellCheck={false} autoComplete="off" />;
  return <input {...common} type="password" autoComplete="new-password" />;
}
