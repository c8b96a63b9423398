import { describe, expect, test } from '@jest/globals';
import { uploadRulesOf } from '../../../../src/engine/index.js';
import { chat } from '../../../support/chat.js';
import { ask, flowOf, type BlockSketch } from '../../../support/flowOf.js';

const url = 'https://chat.example.com/files/fil_1.pdf';
const foreign = 'https://files.example.com/a.pdf';
const uploads = [{ url, bytes: 5 }];
const rulesOf = (type: string, options?: object) =>
  uploadRulesOf(Object.assign({ id: 'b', type }, { options }));

/** The answers that a live chat records for this message. */
function recorded(input: BlockSketch, sent: object) {
  const flow = flowOf({ variables: { X: null }, groups: { Start: [input] } });
  const turns = chat(flow, [sent], { isPreview: false, resultId: 'res' });
  return turns
    .flatMap(({ records }) => records)
    .flatMap((record) => (record.kind === 'recordAnswer' ? [record] : []));
}

test('inputs say what may be uploaded to them', () => {
  const types = ['.pdf'];
  const options = { sizeLimit: 3, visibility: 'Private', allowedFileTypes: { types } };
  expect(rulesOf('file input')).toEqual([{ visibility: 'Auto', sentAs: 'text' }]);
  expect(rulesOf('file input', options)).toEqual([
    { megabytes: 3, visibility: 'Private', sentAs: 'text' },
  ]);
  const only = { allowedFileTypes: { isEnabled: true, types } };
  expect(rulesOf('file input', only)).toEqual([{ types, visibility: 'Auto', sentAs: 'text' }]);
  expect(rulesOf('text input')).toEqual([]);
  expect(
    rulesOf('text input', {
      attachments: { isEnabled: true },
      audioClip: { isEnabled: true, visibility: 'Private' },
    }),
  ).toEqual([
    { types: ['audio/*'], visibility: 'Private', sentAs: 'audioUrl' },
    { visibility: 'Auto', sentAs: 'attachedFileUrls' },
  ]);
  expect(rulesOf('number input')).toEqual([]);
});

describe('where files are private, only uploads of the chat itself are taken:', () => {
  const visibility = 'Private';
  const file = ask('file input', 'X', { visibility, isMultipleAllowed: true });

  test('as the answer of a file input', () => {
    expect(recorded(file, { text: url, uploads })).toMatchObject([{ content: url }]);
    expect(recorded(file, { text: foreign, uploads })).toEqual([]);
    expect(recorded(file, { text: `${url}, ${foreign}`, uploads })).toEqual([]);
    expect(recorded(file, { text: url })).toEqual([]);
  });

  test('as attachments of a text', () => {
    const input = ask('text input', 'X', { attachments: { isEnabled: true, visibility } });
    const sent = { text: 'see there', uploads };
    expect(recorded(input, { ...sent, attachedFileUrls: [url] })).toHaveLength(1);
    expect(recorded(input, { ...sent, attachedFileUrls: [foreign] })).toEqual([]);
  });

  test('as a recording', () => {
    const input = ask('text input', 'X', { audioClip: { isEnabled: true, visibility } });
    expect(recorded(input, { audioUrl: url, uploads })).toHaveLength(1);
    expect(recorded(input, { audioUrl: foreign, uploads })).toEqual([]);
  });
});

test('an answer says how many bytes the uploads take that it names', () => {
  const sizes = (input: BlockSketch, sent: object) =>
    recorded(input, { ...sent, uploads: [...uploads, { url: `${url}?2`, bytes: 7 }] }).map(
      ({ storageUsed }) => storageUsed,
    );
  const file = ask('file input', 'X', { isMultipleAllowed: true });
  expect(sizes(file, { text: url })).toEqual([5]);
  expect(sizes(file, { text: `${url}, ${url}?2` })).toEqual([12]);
  expect(sizes(file, { text: foreign })).toEqual([undefined]);
  const attached = ask('text input', 'X', { attachments: { isEnabled: true } });
  expect(sizes(attached, { text: 'see', attachedFileUrls: [url] })).toEqual([5]);
});
