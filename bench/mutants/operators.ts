import { blocksOf, textsWithin, type FlowJson, type Member } from './flowParts.js';
import { conditionOperators } from './conditionOperators.js';
import { inputOperators } from './inputOperators.js';
import { variableOperators } from './variableOperators.js';
import { wayOperators } from './wayOperators.js';

/** Mistakes in texts that are shown, in templates within texts, and in code. */
const textOperators = {
  'change a text': (flow) => texts(flow, ({ value }) => `${value} (changed)`),
  'empty a text': (flow) => texts(flow, () => ''),
  'break a template': (flow) => templates(flow, (text) => text.replace('}}', '}')),
  'misspell a template': (flow) => templates(flow, (text) => text.replace('}}', 'x}}')),
  'remove a template': (flow) => templates(flow, (text) => text.replace(/\{\{.*?\}\}/s, '')),
  'break code': (flow) => code(flow, (text) => `${text} )`),
  'change a number in code': (flow) =>
    code(flow, (text) => text.replace(/\d+/, (number) => String(Number(number) + 1))),
  'change an operator in code': (flow) =>
    code(flow, (text) => text.replace(/ [-+*/] /, (found) => (found === ' + ' ? ' - ' : ' + '))),
  'change an address': (flow) =>
    members(flow, ({ name }) => name === 'url').map((one) =>
      changed(one, `https://elsewhere.example/${one.value.length}`),
    ),
  'empty an address': (flow) =>
    members(flow, ({ name }) => name === 'url').map((one) => changed(one, '')),
} satisfies Record<string, Operator>;

/** The code of blocks. */
const CODE = new Set(['content', 'code', 'expressionToEvaluate']);

function members(flow: FlowJson, fits: (one: Member<string>) => boolean): Member<string>[] {
  return blocksOf(flow)
    .flatMap(({ block }) => textsWithin(block))
    .filter((one) => one.value !== '' && fits(one));
}

/** The texts of bubbles and choices. */
function texts(flow: FlowJson, change: (one: Member<string>) => string): Site[] {
  const shown = blocksOf(flow)
    .filter(({ block }) => block['type'] === 'text' || block['type'] === 'choice input')
    .flatMap(({ block }) => textsWithin(block))
    .filter(({ name, value }) => value !== '' && (name === 'text' || name === 'content'));
  return shown.map((one) => changed(one, change(one)));
}

function templates(flow: FlowJson, change: (text: string) => string): Site[] {
  return members(flow, ({ value }) => value.includes('{{')).map((one) =>
    changed(one, change(one.value)),
  );
}

function code(flow: FlowJson, change: (text: string) => string): Site[] {
  return blocksOf(flow)
    .filter(({ block }) => /^(?:Set variable|Code|Script)$/.test(String(block['type'])))
    .flatMap(({ block }) => textsWithin(block))
    .filter(({ name, value }) => CODE.has(name) && change(value) !== value)
    .map((one) => changed(one, change(one.value)));
}

function changed({ within, name, value }: Member<string>, now: string): Site {
  return {
    at: `${name} ${JSON.stringify(value).slice(0, 60)}`,
    change: () => void (within[name] = now),
  };
}

/** The places of a flow at which an operator applies: each makes the change in place, and says where it was. */
export type Operator = (flow: FlowJson) => Site[];

/** Where an operator applies. */
export interface Site {
  /** For the reader of the list of mutants. */
  readonly at: string;
  readonly change: () => void;
}

/** Mistakes that people make in flows, one at a time. */
export const operators: Readonly<Record<string, Operator>> = {
  ...wayOperators,
  ...textOperators,
  ...variableOperators,
  ...conditionOperators,
  ...inputOperators,
};
