import type { JsonObject } from '@parley/client';
import { FieldOptions, type FieldOptionsQuery, FormLists } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { useData } from '../../app/server.js';
import { Combobox } from '../controls/Combobox.js';
import { type ControlProps, textOf } from '../controls/control.js';
import { dollars } from '../../ui/dollars.js';
import { useForm } from '../formContext.js';
import { type Field, type Keys, keysOf, valueAt } from '../../blocks/formModel.js';
import { t } from '../../i18n/t.js';

type ListedOption = FieldOptionsQuery['fieldOptions']['options'][number];

/** What a service lists, such as models; it is asked once somebody comes to the field. Another text can be typed, too. */
export function OptionsControl(props: ControlProps): ReactNode {
  const { id, field, value, set, describedBy, isInvalid } = props;
  const [isAsked, setAsked] = useState(false);
  const { options, words } = useListed(props, isAsked);
  const stored = textOf(value);
  return (
    <div onFocus={() => setAsked(true)}>
      <Combobox
        {...{ id, describedBy, isInvalid }}
        options={options.map((option) => ({ value: option.value, label: priced(option) }))}
        shown={options.find((option) => option.value === stored)?.label ?? stored}
        placeholder={textOf(field.default)}
        choose={set}
        making={{ title: (text) => t('Use “{text}”', { text }), make: set }}
      />
      <p className="help" role="status">
        {words ??
          (options.some((option) => priced(option) !== option.label)
            ? t('Prices are for a million tokens.')
            : null)}
      </p>
    </div>
  );
}

/** A model with what a million tokens cost, where both prices are known. */
function priced({ label, price }: ListedOption): string {
  const { prompt = null, completion = null } = price ?? {};
  if (prompt === null || completion === null) return label;
  const words = { prompt: dollars(prompt, 4), completion: dollars(completion, 4) };
  return `${label} · ${t('{prompt} in, {completion} out', words)}`;
}

/** What the service lists with the account of the block, or why it lists nothing. */
function useListed({ field, keys }: ControlProps, isAsked: boolean) {
  const { document, blockType: type } = useForm();
  const { botId = '' } = useParams<{ botId: string }>();
  const values = valuesOf(document, field, keys);
  const account = useAccountPath(field);
  const credentialsId = textOf(values[account]);
  const isMissing = credentialsId === '';
  const lists = useData(FormLists, { botId }, { pause: !isAsked });
  const workspaceId = lists.data?.bot?.workspace.id ?? '';
  const { data } = useData(
    FieldOptions,
    { workspaceId, credentialsId, values, type: String(type), path: field.path },
    { pause: isMissing || workspaceId === '' },
  );
  return {
    options: data?.fieldOptions.options ?? [],
    words: isMissing ? HINT : data?.fieldOptions.error,
  };
}

/** The path of the member that says with which account a field is listed. */
function useAccountPath({ listedBy = [] }: Field): string {
  const { fields } = useForm();
  const accounts = fields.filter(({ control }) => control === 'CREDENTIALS');
  return accounts.find(({ path }) => listedBy?.includes(path))?.path ?? '';
}

const HINT = t('With an account, what there is can be chosen here.');

/** The values that the service needs to know, by their paths. */
function valuesOf(document: JsonObject, { listedBy }: Field, keys: Keys): JsonObject {
  const places = keys.filter((key) => typeof key === 'number');
  return Object.fromEntries(
    (listedBy ?? []).map((path) => [path, valueAt(document, keysOf(path, places))]),
  );
}
