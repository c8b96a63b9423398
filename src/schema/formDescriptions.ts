import { createHash } from 'node:crypto';
import {
  describeFields,
  type FieldDescription,
  KINDS,
  settingsSchema,
  themeSchema,
} from '../engine/index.js';
import { type BlockType, blockTypeOf } from './blockType.js';
import { type CredentialsType, describeCredentials } from './credentialsType.js';

/** What forms are drawn from: the members of all documents that people fill in. */
export interface FormDescriptions {
  /** Another one wherever anything here is another; so clients may keep what they have read. */
  readonly version: string;
  readonly blockTypes: readonly BlockType[];
  readonly credentialTypes: readonly CredentialsType[];
  readonly themeFields: readonly FieldDescription[];
  readonly settingFields: readonly FieldDescription[];
}

/** The descriptions by the names under which they are served. */
export function servedForms({
  version,
  blockTypes,
  credentialTypes,
  themeFields,
  settingFields,
}: FormDescriptions) {
  return new Map(
    Object.entries({
      'block-types': { version, blockTypes },
      'credential-types': { version, credentialTypes },
      'theme-fields': { version, themeFields },
      'setting-fields': { version, settingFields },
    }),
  );
}

/** Describes everything, one kind a step. */
export function* describeForms(): Generator<undefined, FormDescriptions> {
  const blockTypes: BlockType[] = [];
  for (const kind of KINDS) {
    blockTypes.push(blockTypeOf(kind));
    yield;
  }
  const credentialTypes = yield* describeCredentials();
  const themeFields = describeFields({ schema: themeSchema, texts: 'LITERAL' });
  yield;
  const settingFields = describeFields({ schema: settingsSchema, texts: 'LITERAL' });
  const forms = { blockTypes, credentialTypes, themeFields, settingFields };
  const hash = createHash('sha256');
  for (const described of [...Object.values(forms)].flat()) {
    yield;
    hash.update(JSON.stringify(described));
  }
  return { version: hash.digest('base64url').slice(0, 16), ...forms };
}
