import { describe, expect, test } from '@jest/globals';
import { effectsIn } from '../../../support/valueAfter.js';

const sent = (body: unknown, type = 'multipart/form-data', options: object = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = [{ id: '1', key: 'content-Type', value: type }];
  const webhook = { url: 'https://example.com', headers, body: text };
  const block = { type: 'Webhook', options: { isCustomBody: true, webhook, ...options } };
  const [effect] = effectsIn(block, { Name: 'Ada', File: 'https://files.example.com/a.pdf' });
  if (effect?.kind !== 'httpRequest') throw new Error('No request was sent');
  return effect;
};

describe('a request with the type of a multipart form', () => {
  test('sends the members of its JSON body as fields, a list as a field that comes several times', () => {
    const fields = { Name: '{{Name}}', Tags: ['a', 2], Age: 36, Inner: { a: 1 }, Nothing: null };
    const { form, body } = sent(fields, 'Multipart/Form-Data');
    expect(body).toBeUndefined();
    expect(form).toEqual([
      { name: 'Name', value: 'Ada' },
      { name: 'Tags', value: 'a' },
      { name: 'Tags', value: '2' },
      { name: 'Age', value: '36' },
      { name: 'Inner', value: '{"a":1}' },
      { name: 'Nothing', value: 'null' },
    ]);
  });

  test('sends objects with content, Base64 or an address as files', () => {
    const file = { fileName: 'a.pdf', contentType: 'application/pdf', url: '{{File}}' };
    const { form } = sent({ a: file, b: { content: 'x' }, c: { base64: 'eA==' } });
    expect(form).toEqual([
      { name: 'a', file: { ...file, url: 'https://files.example.com/a.pdf' } },
      { name: 'b', file: { fileName: 'file', content: 'x' } },
      { name: 'c', file: { fileName: 'file', base64: 'eA==' } },
    ]);
  });

  test('sends a body that is not an object, or has a boundary already, as it is', () => {
    expect(sent('--x\r\n', 'multipart/form-data; boundary=x')).toMatchObject({ body: '--x\r\n' });
    expect(sent('[1]')).toMatchObject({ body: '[1]' });
    expect(sent('no JSON')).toMatchObject({ body: 'no JSON' });
    expect(sent('{}', 'text/plain')).toMatchObject({ body: '{}' });
    const options = { isCustomBody: false, webhook: { url: 'https://example.com', method: 'GET' } };
    expect(sent('', '', options).form).toBeUndefined();
  });
});

test('a request has the options of its repetition and its credentials', () => {
  const options = { retries: 3, basicAuthCredentialsId: 'b', clientCertificateCredentialsId: 'c' };
  expect(sent('{}', 'text/plain', options)).toMatchObject(options);
});
