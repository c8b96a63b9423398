import { ask, flowOf, say, type FlowSketch } from './flowOf.js';

/** A bot with a sketched flow, in the form in which callers send one. */
export function botOf(sketch: FlowSketch, members: object = {}): object {
  return { name: 'Sketch', ...flowOf(sketch).definition, ...members };
}

/** Asks a name and an age from 18 to 99, then says goodbye: three turns. */
export const interview: FlowSketch = {
  variables: { Name: null, Age: null },
  groups: {
    Start: [
      say('Welcome!'),
      ask('text input', 'Name'),
      say('Hi {{Name}}, how old are you?'),
      ask('number input', 'Age', { min: 18, max: 99 }),
      say('Thanks {{Name}}.'),
    ],
  },
};

/** Waits for a call of its webhook, stores the name from its body, and greets: two turns. */
export const listener: FlowSketch = {
  variables: { Name: null, Status: null },
  groups: {
    Start: [
      {
        type: 'webhook',
        options: {
          responseVariableMapping: [
            { id: '1', variableId: 'vName', bodyPath: 'data.name' },
            { id: '2', variableId: 'vStatus', bodyPath: 'statusCode' },
          ],
        },
      },
      say('Hi {{Name}} ({{Status}})'),
      ask('text input'),
    ],
  },
};

/** Asks for a file in its first turn. */
export const application: FlowSketch = {
  variables: { CV: null },
  groups: { Start: [ask('file input', 'CV'), say('Thanks.')] },
};

/** Asks for a text again and again, so that its chats never end. */
export const parrot: FlowSketch = {
  variables: { Said: null },
  groups: {
    Start: [
      say('Say something'),
      { type: 'text input', options: { variableId: 'vSaid' }, to: 'Again' },
    ],
    Again: [
      say('You said {{Said}}'),
      { type: 'text input', options: { variableId: 'vSaid' }, to: 'Again' },
    ],
  },
};
