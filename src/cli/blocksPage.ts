import {
  compileFlow,
  flowDefinitionSchema,
  KINDS,
  replyOf,
  seededEnv,
  startSession,
  step,
  VALUE_KINDS,
  type BlockKind,
  type Family,
  type Flow,
} from '../engine/index.js';
import { optionTables, type OptionTable } from './optionRows.js';

const FAMILIES: readonly (readonly [Family, string])[] = [
  ['bubble', 'Bubbles'],
  ['input', 'Inputs'],
  ['logic', 'Logic'],
  ['integration', 'Integrations'],
];

/** The text of docs/blocks.md, generated from all kinds of blocks; `npm run blocks` writes it. */
export function blocksPage(): string {
  return [
    HEAD,
    ...FAMILIES.flatMap(([family, title]) => [
      `## ${title}`,
      ...KINDS.filter((kind) => kind.family === family).flatMap(sectionOf),
    ]),
    VALUES,
    ...VALUE_KINDS.flatMap((kind) => [
      `### \`${kind.type}\``,
      kind.summary,
      ...optionTables(kind.schema).flatMap(tableOf),
      ...(kind.example
        ? ['Example of the options:', json({ type: kind.type, ...kind.example })]
        : []),
    ]),
  ].join('\n\n');
}

const HEAD = `# Blocks

Every kind of block there is, from its code: \`npm run blocks\` writes this page. Do not edit it.

Besides the members shown, a block has an \`id\`, its \`type\` and perhaps an \`outgoingEdgeId\`, the edge it leaves by.
A member is optional unless it is marked. Texts may hold \`{{variables}}\` and \`{{= code =}}\`. Variables are named by
id: \`vName\` holds \`Ada\` in the examples. "Sends" is what a live chat replies when it comes to the example.

"When a turn is attempted again" says what happens when the server stops after it sent a request and before it stored the
result: the next attempt at the turn asks again, with the same key. A result that was stored is never asked for again.`;

const VALUES = `## Values of \`Set variable\`

What \`options.type\` can be, with the members each kind reads besides \`options.variableId\`.`;

function sectionOf(kind: BlockKind): string[] {
  return [
    `### \`${kind.type}\``,
    kind.summary,
    `**Leaves this machine**: ${kind.leaves ?? 'nothing but the reply to the client.'}`,
    ...(kind.repeats === undefined ? [] : [`**When a turn is attempted again**: ${kind.repeats}`]),
    ...optionTables(kind.schema, ['id', 'type', 'outgoingEdgeId']).flatMap(tableOf),
    'Example:',
    json({ id: 'b1', type: kind.type, ...kind.example }),
    ...exampleOutput(kind),
  ];
}

/** A table in Markdown, after its name if it has one. */
export function tableOf({ name, rows }: OptionTable): string[] {
  const lines = rows.map(
    ({ path, type, meaning }) => `| \`${path}\` | ${cell(type)} | ${cell(meaning)} |`,
  );
  const table = ['| Member | Type | Meaning |', '| --- | --- | --- |', ...lines].join('\n');
  return name === '' ? [table] : [`With \`${name}\`:`, table];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** What the example sends when it runs in a live chat. */
function exampleOutput(kind: BlockKind): string[] {
  const flow = flowWith({ id: 'b1', type: kind.type, ...kind.example });
  const session = startSession({
    flow,
    botId: 'bot',
    resultId: 'res_1',
    isPreview: false,
    isStreamEnabled: false,
  });
  const env = seededEnv({ now: Date.UTC(2026, 0, 31, 9, 30), seed: kind.type });
  const { effect, events } = step(() => flow, session, { type: 'start' }, env);
  if (effect) return ['Asks the outside:', json(effect)];
  const {
    messages,
    logs: _logs,
    ...reply
  } = replyOf(
    events.filter((event) => event.kind !== 'action' || event.action.type !== 'startPropsToInject'),
  );
  const sent = messages.length > 0 ? { messages, ...reply } : reply;
  return Object.keys(sent).length > 0 ? ['Sends:', json(sent)] : ['Sends nothing by itself.'];
}

const NAMES = 'Name Names Age Ages Email Site Phone Day Time Drink Room'.split(' ');

function flowWith(block: object): Flow {
  const place = { x: 0, y: 0 };
  const group = (id: string, blocks: object[]) => ({
    id,
    title: id,
    graphCoordinates: place,
    blocks,
  });
  const definition = {
    version: '6',
    events: [{ id: 'start', type: 'start', graphCoordinates: place, outgoingEdgeId: 'e1' }],
    groups: [group('group_0', [block]), group('group_1', [])],
    edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'group_0' } }],
    variables: NAMES.map((name) => ({ id: `v${name}`, name, ...VALUE_OF[name] })),
    theme: {},
    settings: {},
  };
  return compileFlow('flow', flowDefinitionSchema.parse(definition));
}

const VALUE_OF: Readonly<Record<string, { readonly value: string }>> = {
  Name: { value: 'Ada' },
  Age: { value: '36' },
  Email: { value: 'ada@example.com' },
};

function json(value: unknown): string {
  return ['```json', formatJson(value, ''), '```'].join('\n');
}

const WIDTH = 100;

/** JSON in which everything that fits on one line is on one line. */
function formatJson(value: unknown, indent: string): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null)
    return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((member: unknown) => formatJson(member, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `"${key}": ${formatJson(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = members.map((member) => `${inner}${member}`).join(',\n');
  return `${open}\n${lines}\n${indent}${close}`;
}
