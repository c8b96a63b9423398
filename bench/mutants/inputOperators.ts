import {
  blocksOf,
  exchange,
  numbersWithin,
  optionsOf,
  partsIn,
  type FlowJson,
  type Part,
} from './flowParts.js';
import type { Operator, Site } from './operators.js';

/** Mistakes in questions. */
export const inputOperators = {
  'ask for a text': (flow) =>
    inputs(flow, /^(?:number|email|phone number|date|url|time) input$/).map((block) => ({
      at: String(block['id']),
      change: () => void (block['type'] = 'text input'),
    })),
  'ask for a number': (flow) =>
    inputs(flow, /^(?:text|email|phone number|date) input$/).map((block) => ({
      at: String(block['id']),
      change: () => void (block['type'] = 'number input'),
    })),
  'remove a limit': (flow) =>
    limits(flow).map(({ at, options, name }) => ({
      at,
      change: () => void Reflect.deleteProperty(options, name),
    })),
  'change a limit': (flow) =>
    limits(flow).map(({ at, options, name }) => ({
      at,
      change: () => void (options[name] = Number(options[name]) + 1),
    })),
  'exchange limits': (flow) =>
    limits(flow)
      .filter(({ options }) => 'min' in options && 'max' in options)
      .map(({ at, options }) => ({
        at,
        change: () => void ([options['min'], options['max']] = [options['max'], options['min']]),
      })),
  'change a number': (flow) =>
    blocksOf(flow)
      .flatMap(({ block }) =>
        numbersWithin(block['options']).map((one) => ({
          ...one,
          at: `${String(block['id'])} ${one.name}`,
        })),
      )
      .map(({ at, within, name, value }) => ({
        at,
        change: () => void (within[name] = value + 1),
      })),
  'change a switch': (flow) =>
    inputs(flow, / input$/).flatMap((block) => {
      const options = optionsOf(block);
      return Object.keys(options)
        .filter((name) => typeof options[name] === 'boolean')
        .map((name) => ({
          at: `${String(block['id'])} ${name}`,
          change: () => void (options[name] = options[name] !== true),
        }));
    }),
  'let several be chosen': (flow) =>
    inputs(flow, /^choice input$/).map((block) => ({
      at: String(block['id']),
      change: () => void (block['options'] = { ...optionsOf(block), isMultipleChoice: true }),
    })),
  'remove a choice': (flow) => choices(flow, (items, index) => void items.splice(index, 1)),
  'repeat a choice': (flow) =>
    choices(
      flow,
      (items, index) => {
        const [first] = partsIn(items);
        const item = partsIn(items)[index];
        if (item && first) item['content'] = first['content'];
      },
      1,
    ),
  'exchange two choices': (flow) =>
    choices(flow, (items, index) => exchange(items, index - 1, index), 1),
} satisfies Record<string, Operator>;

function inputs(flow: FlowJson, type: RegExp): Part[] {
  return blocksOf(flow)
    .map(({ block }) => block)
    .filter((block) => type.test(String(block['type'])));
}

interface Limit {
  readonly at: string;
  readonly options: Part;
  readonly name: string;
}

function limits(flow: FlowJson): Limit[] {
  return inputs(flow, / input$/).flatMap((block) => {
    const options = optionsOf(block);
    return ['min', 'max', 'step', 'length']
      .filter((name) => typeof options[name] === 'number')
      .map((name) => ({ at: `${String(block['id'])} ${name}`, options, name }));
  });
}

/** The choices of questions, from one of them on. */
function choices(
  flow: FlowJson,
  change: (items: unknown[], index: number) => void,
  from = 0,
): Site[] {
  return inputs(flow, /^(?:choice input|picture choice input|cards)$/).flatMap((block) => {
    const { items } = block;
    if (!Array.isArray(items)) return [];
    return items
      .slice(from)
      .map((_, index) => ({
        at: `${String(block['id'])} ${index + from}`,
        change: () => change(items, index + from),
      }));
  });
}
