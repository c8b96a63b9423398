import { describe, expect, test } from '@jest/globals';
import { bodyOf, transportNames, openTransport, type ReplyShown } from '../support/transports.js';
import { botOf } from '../support/botOf.js';
import { say, type FlowSketch } from '../support/flowOf.js';
import { useApp } from '../support/useApp.js';

const app = useApp();
const anyone = { token: null };
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const NESTED = `let d = 1; for (let n = 0; n < 4e5; n += 1) d = [d]; return d`;

const running = (content: string): FlowSketch => ({
  variables: { a: null, b: null },
  groups: {
    Start: [
      { type: 'Code', options: { content, isExecutedOnClient: false } },
      { type: 'Set variable', options: { variableId: 'vb', expressionToEvaluate: content } },
      { type: 'Set variable', options: { variableId: 'vb', expressionToEvaluate: '20 + 1' } },
      say('a {{a}} b {{b}}'),
    ],
  },
});

const SCRIPTS: readonly [what: string, content: string][] = [
  [
    'bends what lists are as JSON',
    `Array.prototype.toJSON = () => ['a', '{']; setVariable('a', 1)`,
  ],
  [
    'names a variable by a value nested too deep',
    `const f = () => { ${NESTED} }; Array.prototype.toJSON = () => [f(), '1']; setVariable('a', 1)`,
  ],
  ['sets a variable nested too deep', `setVariable('a', (() => { ${NESTED} })())`],
  ['gives a value nested too deep', NESTED],
  [
    'bends what all objects are as JSON',
    `Object.prototype.toJSON = () => '{'; setVariable('a', 1)`,
  ],
];

describe.each(transportNames)('a preview that anybody sends over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const preview = async (content: string) =>
    bodyOf(transport.startPreview({ botId: 'invented', bot: botOf(running(content)) }, anyone));

  test.each(SCRIPTS)('ends nothing but itself when its code %s', async (_what, content) => {
    const [text] = said(await preview(content));
    expect(text).toMatch(/^a .*b 21$/);
    expect(said(await preview(`setVariable('a', 42)`))).toEqual(['a 42 b 21']);
  });
});
