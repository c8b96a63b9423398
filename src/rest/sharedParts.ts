import { isRecord } from '../graphql/record.js';
import type { Components, JsonSchema } from './jsonSchema.js';

/** Parts that many documents have, by the member they stand in: described once, as a component. */
const shared: Readonly<Record<string, string>> = {
  theme: 'Theme',
  settings: 'Settings',
  groups: 'Group',
  blocks: 'Block',
  edges: 'Edge',
  events: 'FlowEvent',
  variables: 'Variable',
};

/** A schema in which the parts shared with other documents are references, and those parts as components. */
export function shareParts(schema: JsonSchema, components: Components, member = ''): JsonSchema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      shareIn(part, components, nameFor(key, member)),
    ]),
  );
  const name = shared[member];
  if (name === undefined || inner['type'] !== 'object') return inner;
  const { description, ...bare } = inner;
  const known = components.get(name);
  // A part that looks otherwise here, such as the variables of a result, is described where it stands.
  if (known && JSON.stringify(known) !== JSON.stringify(bare)) return inner;
  components.set(name, bare);
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description !== undefined && { description }),
  };
}

function shareIn(part: unknown, components: Components, member: string | undefined): unknown {
  if (Array.isArray(part)) return part.map((one) => shareIn(one, components, member));
  if (!isRecord(part)) return part;
  if (member !== undefined) return shareParts(part, components, member);
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, shareIn(one, components, name)]),
  );
}

/** What the parts below a keyword stand in: members name theirs themselves. */
function nameFor(keyword: string, member: string): string | undefined {
  return keyword === 'properties' ? undefined : member;
}
