import { blocksOf, optionsOf, partsIn, type FlowJson, type Part } from './flowParts.js';
import type { Operator, Site } from './operators.js';

/** Mistakes with variables, and with what blocks save in them. */
export const variableOperators = {
  'delete a variable': (flow) =>
    flow.variables.map(({ name }, index) => ({
      at: String(name),
      change: () => void flow.variables.splice(index, 1),
    })),
  'rename a variable': (flow) =>
    flow.variables.map((variable) => ({
      at: String(variable['name']),
      change: () => void (variable['name'] = `${String(variable['name'])} 2`),
    })),
  'change the first value of a variable': (flow) =>
    flow.variables
      .filter(({ value }) => typeof value === 'string')
      .map((variable) => ({
        at: String(variable['name']),
        change: () => void (variable['value'] = `${String(variable['value'])}1`),
      })),
  'remove the first value of a variable': (flow) =>
    flow.variables
      .filter(({ value }) => value !== undefined && value !== null)
      .map((variable) => ({
        at: String(variable['name']),
        change: () => void delete variable['value'],
      })),
  'save an answer in another variable': (flow) => otherVariable(flow, / input$/),
  'save an answer nowhere': (flow) =>
    withVariable(flow, / input$/).map(({ block, options }) => ({
      at: String(block['id']),
      change: () => void delete options['variableId'],
    })),
  'set another variable': (flow) => otherVariable(flow, /^Set variable$/),
  'set no variable': (flow) =>
    withVariable(flow, /^Set variable$/).map(({ block, options }) => ({
      at: String(block['id']),
      change: () => void delete options['variableId'],
    })),
  'save nothing of a response': (flow) =>
    mappings(flow).map(({ at, rows, index }) => ({ at, change: () => void rows.splice(index, 1) })),
  'save another part of a response': (flow) =>
    mappings(flow).map(({ at, row }) => ({
      at,
      change() {
        const name = ['bodyPath', 'item', 'column'].find((one) => one in row) ?? 'bodyPath';
        row[name] = `${String(row[name])}Other`;
      },
    })),
  'remove credentials': (flow) =>
    blocksOf(flow)
      .map(({ block }) => ({ block, options: optionsOf(block) }))
      .filter(({ options }) => options['credentialsId'] !== undefined)
      .map(({ block, options }) => ({
        at: String(block['id']),
        change: () => void delete options['credentialsId'],
      })),
} satisfies Record<string, Operator>;

interface WithOptions {
  readonly block: Part;
  readonly options: Part;
}

/** The blocks of some types that name a variable. */
function withVariable(flow: FlowJson, type: RegExp): WithOptions[] {
  return blocksOf(flow)
    .map(({ block }) => ({ block, options: optionsOf(block) }))
    .filter(({ block, options }) => type.test(String(block['type'])) && options['variableId']);
}

function otherVariable(flow: FlowJson, type: RegExp): Site[] {
  return withVariable(flow, type).flatMap(({ block, options }) =>
    flow.variables
      .filter(({ id }) => id !== options['variableId'])
      .map(({ id, name }) => ({
        at: `${String(block['id'])}: ${String(name)}`,
        change: () => void (options['variableId'] = id),
      })),
  );
}

interface Mapping {
  readonly at: string;
  readonly rows: Part[];
  readonly index: number;
  readonly row: Part;
}

function mappings(flow: FlowJson): Mapping[] {
  return blocksOf(flow).flatMap(({ block }) =>
    ['responseVariableMapping', 'responseMapping', 'cellsToExtract'].flatMap((name) => {
      const rows = optionsOf(block)[name];
      return Array.isArray(rows)
        ? partsIn(rows).map((row, index) => ({
            at: `${String(block['id'])} ${index}`,
            rows,
            index,
            row,
          }))
        : [];
    }),
  );
}
