import { describe, expect, test } from '@jest/globals';
import { chat } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

const live = { isPreview: false, resultId: 'result' };

describe('a tracking pixel', () => {
  function pixel(options: object | undefined, more: object = live): unknown {
    const block = { type: 'Tracking pixel', ...(options && { options }) };
    const flow = flowOf({ variables: { Price: '12.5' }, groups: { Start: [block] } });
    const events = chat(flow, [], more)[0]?.events ?? [];
    const actions = events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
    return actions.filter(({ type }) => type === 'trackingPixel');
  }

  test('receives an event, with numbers as numbers', () => {
    const options = {
      pixelId: '123',
      eventType: 'Purchase',
      isInitSkip: true,
      params: [
        { id: '1', key: 'value', value: '{{Price}}' },
        { id: '2', key: 'currency', value: 'EUR' },
        { id: '3', key: 'paid', value: true },
      ],
    };
    const [price, ...others] = options.params;
    const trackingPixel = { ...options, params: [{ ...price, value: 12.5 }, ...others] };
    expect(pixel(options)).toEqual([{ type: 'trackingPixel', trackingPixel }]);
    const bare = { pixelId: '1', eventType: 'Custom', name: 'Event at {{Price}}' };
    expect(pixel(bare)).toEqual([
      { type: 'trackingPixel', trackingPixel: { ...bare, name: 'Event at 12.5' } },
    ]);
  });

  test('receives nothing in a preview, without a pixel, or without an event', () => {
    expect(pixel({ pixelId: '1', eventType: 'Lead' }, {})).toEqual([]);
    for (const options of [undefined, { pixelId: '1' }, { eventType: 'Lead' }]) {
      expect(pixel(options)).toEqual([]);
    }
  });
});
