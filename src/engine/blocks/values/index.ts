import type { ValueKind } from '../../valueKind.js';
import { append } from './append.js';
import { custom } from './custom.js';
import { empty } from './empty.js';

/** Every kind of value there is; a new one is a file and a line here. */
export const VALUE_KINDS = [custom, empty, append] as const;

const kinds = new Map<string, ValueKind>(VALUE_KINDS.map((kind) => [kind.type, kind]));

/** The kind of value a block's options name; `Custom` when they name none, undefined when it is not known here. */
export function valueKindOf(type: string | undefined): ValueKind | undefined {
  return kinds.get(type ?? custom.type);
}
