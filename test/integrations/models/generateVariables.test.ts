import { describe, expect, test } from '@jest/globals';
import { askVendor } from '../../support/vendorCall.js';
import { events, useVendor } from '../../support/vendorServer.js';

const vendor = useVendor();

const variablesToExtract = [
  { variableId: 'vName', name: 'Name', type: 'string', description: 'Of the person' },
  { variableId: 'vAge', name: 'How old', type: 'number', isRequired: false },
  { variableId: 'vMood', name: 'Mood', type: 'enum', values: ['good', 'bad'] },
  { variableId: 'vTags', name: 'Tags', type: 'array' },
  { variableId: 'vGone' },
];
const found = (content: string) =>
  events([{ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }, '[DONE]']);
const ask = (type: string, options: object = {}) =>
  askVendor({
    ...{ type, action: 'Generate variables' },
    options: { model: 'm', prompt: 'Ada, 36', variablesToExtract, ...options },
    data: { baseUrl: vendor.url() },
  });

describe('reading values out of a text', () => {
  test.each(['openai', 'mistral'])('gives what a model of %s found', async (type) => {
    vendor.answer(found('{"Name":"Ada","value_2":36,"Mood":"odd","Tags":["a","b"]}'));
    const { result } = await ask(type);
    expect(result).toEqual({ ok: true, value: { vName: 'Ada', vAge: 36, vTags: ['a', 'b'] } });
    expect(vendor.requests[0]?.body).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: {
          schema: {
            type: 'object',
            properties: {
              Name: { type: 'string', description: 'Name: Of the person' },
              value_2: {
                anyOf: [{ type: 'number', description: 'How old' }, { type: 'null' }],
              },
              Mood: { type: 'string', enum: ['good', 'bad'], description: 'Mood' },
              Tags: { type: 'array', items: { type: 'string' }, description: 'Tags' },
            },
            required: ['Name', 'value_2', 'Mood', 'Tags'],
            additionalProperties: false,
          },
        },
      },
    });
  });

  test('gives what a model of Anthropic found, whether it knows schemas or only functions', async () => {
    const block = (content_block: object, delta: object, stop_reason: string) =>
      events([
        { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 4 } },
        { type: 'message_stop' },
      ]);
    const text = '{"Name":"Ada"}';
    vendor.answer(
      block({ type: 'text', text: '' }, { type: 'text_delta', text }, 'end_turn'),
      block(
        { type: 'tool_use', id: 't', name: 'json', input: {} },
        { type: 'input_json_delta', partial_json: text },
        'tool_use',
      ),
    );
    for (const model of ['claude-sonnet-4-5', 'claude-3-haiku-20240307']) {
      expect((await ask('anthropic', { model })).result).toEqual({
        ok: true,
        value: { vName: 'Ada' },
      });
    }
    expect(JSON.stringify(vendor.requests[0]?.body)).toContain('json_schema');
    expect(vendor.requests[1]?.body).toHaveProperty('tools');
  });

  test.each<[string, object, string]>([
    ['another form', {}, 'The service failed: what it found is not a JSON object'],
    ['no model', { model: '' }, 'No model is chosen'],
    ['no variables', { variablesToExtract: [{}] }, 'No variables are chosen'],
  ])('fails with %s', async (_what, options, error) => {
    vendor.answer(found('I found nothing'));
    expect((await ask('openai', options)).result).toEqual({ ok: false, error });
  });
});
