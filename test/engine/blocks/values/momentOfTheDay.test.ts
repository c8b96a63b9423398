import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { reported } from '../../../support/valueAfter.js';

const options = { variableId: 'vX', type: 'Moment of the day' };
const flow = flowOf({
  variables: { X: null },
  groups: { Start: [{ type: 'Set variable', options }, say('Good {{X}}!')] },
});

describe('the moment of the day', () => {
  test.each([
    [0, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('at %i o’clock where the person is, is the %s', (hour, moment) => {
    const Date = class {
      getHours = () => hour;
    };
    expect(reported(chat(flow)[0], { Date })).toBe(moment);
  });

  test('is what the client reports, and the chat waits for it', () => {
    const [asked = '', ...said] = transcript(flow, ['evening']);
    expect(asked).toMatch(/^! setVariable .+ and waits$/);
    expect(said).toEqual(['bot: Good evening!']);
  });
});
