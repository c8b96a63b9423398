import { expect, test } from '@jest/globals';
import { flowOfText, textOfFlow } from '../../../src/engine/documents/flowText.js';
import { flowOf, say } from '../../support/flowOf.js';

test('the text of a flow is written once, and the text of a stored flow is the stored one', () => {
  const { definition } = flowOf({ groups: { Start: [say('hi')] } });
  const text = textOfFlow(definition);
  expect(JSON.parse(text)).toEqual(definition);
  expect(textOfFlow(definition)).toBe(text);
  const stored = JSON.stringify(definition, null, 1);
  expect(textOfFlow(flowOfText(stored))).toBe(stored);
});
