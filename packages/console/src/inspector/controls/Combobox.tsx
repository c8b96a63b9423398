import type { ReactNode } from 'react';
import { OptionList } from '../../ui/OptionList.js';
import { type Choosing, useOptions } from './useOptions.js';
import { t } from '../../i18n/t.js';

/** A field in which an option is found by typing, and may be made. */
export function Combobox({
  id,
  placeholder,
  describedBy,
  isInvalid,
  ...choosing
}: Choosing & {
  readonly id: string;
  readonly placeholder: string;
  readonly describedBy: string;
  readonly isInvalid: boolean;
}): ReactNode {
  const { text, offered, active, take, leave, open, type, onKeyDown } = useOptions(choosing);
  const isOpen = offered.length > 0;
  return (
    <div className="control">
      <input
        id={id}
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        placeholder={placeholder}
        value={text}
        onFocus={({ target }) => target.select()}
        onClick={open}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <OptionList {...{ id, active, take }} label={t('Options')} entries={offered} />
    </div>
  );
}
