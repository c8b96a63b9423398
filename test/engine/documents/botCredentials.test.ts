import { expect, test } from '@jest/globals';
import type { JsonRecord } from '../../../src/engine/documents/jsonRecord.js';
import { stripUnknownCredentials } from '../../../src/engine/flow/stripUnknownCredentials.js';

const known = new Set(['ours']);

function stripped(type: string, options?: JsonRecord): unknown {
  const block = { id: 'b', type, ...(options === undefined ? {} : { options }) };
  const group = { id: 'g', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [block] };
  const flow = stripUnknownCredentials({ name: 'kept', groups: [group] }, known);
  return flow.groups[0]?.blocks[0]?.['options'];
}

test('keeps credentials of the workspace', () => {
  const options = { credentialsId: 'ours', proxyCredentialsId: 'ours' };
  expect(stripped('openai', options)).toEqual(options);
  expect(stripped('Email', options)).toEqual(options);
});

test('removes credentials of other workspaces, and nothing else', () => {
  const options = { model: 'm', credentialsId: 'theirs' };
  expect(stripped('openai', options)).toStrictEqual({ model: 'm' });
  const request = { timeout: 5, proxyCredentialsId: 'theirs' };
  expect(stripped('Webhook', request)).toStrictEqual({ timeout: 5 });
  expect(stripped('payment input', { credentialsId: 'default' })).toStrictEqual({});
});

test('replaces removed credentials of an e-mail block by the default mail server', () => {
  expect(stripped('Email', { credentialsId: 'theirs' })).toEqual({ credentialsId: 'default' });
  expect(stripped('Email', { credentialsId: 'default' })).toEqual({ credentialsId: 'default' });
  expect(stripped('Email', { subject: 's' })).toEqual({ subject: 's' });
});

test('does nothing without options or groups', () => {
  expect(stripped('text')).toBeUndefined();
  const patch: { name: string; groups?: [] } = { name: 'x' };
  expect(stripUnknownCredentials(patch, known)).toBe(patch);
});
