import { kindOf } from '../blocks/index.js';
import { oncePer } from '../documents/oncePer.js';
import { eventOptionsSchema } from '../documents/eventOptions.js';
import { settingsSchema } from '../documents/settings.js';
import { themeSchema } from '../documents/theme.js';
import { describeFields } from '../fields/describeFields.js';
import type { FieldDescription } from '../fields/fieldDescription.js';
import { fieldsOfKind } from '../fields/fieldsOfKind.js';

/** The members of a part of a flow by their paths, in order. Several with one path never count at once. */
export type PartFields = ReadonlyMap<string, readonly FieldDescription[]>;

/** The members of blocks of a type; none of a type that this server does not know. */
export function fieldsOfType(type: string): PartFields {
  return byPath(fieldsOfKind(kindOf(type)));
}

/** The members of the options of events. */
export function eventFields(): PartFields {
  return described(eventOptionsSchema);
}

/** The members of a theme; `{{variables}}` in its texts count as shown, though not all are filled in. */
export function themeFields(): PartFields {
  return described(themeSchema);
}

/** The members of settings; `{{variables}}` in their texts count as shown. */
export function settingFields(): PartFields {
  return described(settingsSchema);
}

const byPath = oncePer((fields: readonly FieldDescription[]): PartFields => {
  const found = new Map<string, FieldDescription[]>();
  for (const field of fields) {
    const known = found.get(field.path);
    if (known) known.push(field);
    else found.set(field.path, [field]);
  }
  return found;
});

const described = oncePer((schema: Parameters<typeof describeFields>[0]['schema']) =>
  byPath(describeFields({ schema, texts: 'SHOWN' })),
);
