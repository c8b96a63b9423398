import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { openScan } from '../../src/files/scanFile.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { recordAt, textAt } from '../support/parts.js';
import { postForm } from '../support/visitorUploads.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const scanner = `${process.execPath} ${path.resolve('test/support/eicarScanner.mjs')}`;
const app = useApp({ SCAN_COMMAND: scanner });
const rest = restOf(app);

/** The EICAR test text (https://www.eicar.org), which every scanner reports as a virus; split, so that none reports this file. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD${'-ANTIVIRUS-TEST-FILE!$H+H*'}`;
const infected = { status: 400, reason: 'UPLOAD_INFECTED' };

async function chatAt() {
  const flow = { variables: { X: null }, groups: { Start: [ask('file input', 'X'), say('Done')] } };
  const made = await makePublished(rest, botOf(flow));
  const { sessionId } = await bodyOf(rest.startChat({ publicId: made.publicId }));
  return { ...made, sessionId };
}

/** Stages an upload of a visitor: returns a function that posts its content, and the address of the file. */
async function stage(sessionId: string) {
  const headers = { 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify({ fileName: 'a.bin' }) };
  const response = await fetch(`${app().url}/api/v1/sessions/${sessionId}/uploads`, sent);
  const staged = recordAt(await response.json());
  const post = async (content: string) =>
    postForm(textAt(staged, 'presignedUrl'), recordAt(staged, 'formData'), content);
  return { post, fileUrl: textAt(staged, 'fileUrl') };
}

const storedFiles = async (workspaceId: string) =>
  readdir(path.join(app().dataDir, 'files', workspaceId)).catch(() => []);

describe('where uploads are scanned,', () => {
  test('a clean one is accepted, and one with a virus is refused and deleted', async () => {
    const { sessionId, workspaceId } = await chatAt();
    const { post, fileUrl } = await stage(sessionId);
    expect(await post(`Hello ${EICAR}`)).toEqual(infected);
    expect((await fetch(fileUrl)).status).toBe(404);
    expect(await storedFiles(workspaceId)).toEqual([]);
    const again = await bodyOf(rest.continueChat({ sessionId, message: fileUrl }));
    expect(again.messages).not.toContainEqual(expect.objectContaining({ content: 'Done' }));
    expect(await post('Hello')).toEqual({ status: 204, reason: undefined });
    expect(await (await fetch(fileUrl)).text()).toBe('Hello');
  });

  test('one that the scanner fails to check is refused, and can be sent again', async () => {
    const { sessionId, workspaceId } = await chatAt();
    const { post } = await stage(sessionId);
    expect(await post('out of order')).toEqual({ status: 503, reason: 'UNAVAILABLE' });
    expect(await storedFiles(workspaceId)).toEqual([]);
    expect((await post('Hello')).status).toBe(204);
  });

  test('those of members are, too', async () => {
    const { botId } = await chatAt();
    const query = `mutation ($botId: ID!) { createFileUpload(input: { botId: $botId, fileName: "a.bin" }) {
      stagedUpload { url formData } } }`;
    const { data } = await queryGraphql(app().url, { query, variables: { botId } });
    const { url, formData } = recordAt(data, 'createFileUpload.stagedUpload');
    expect(await postForm(String(url), recordAt(formData), EICAR)).toEqual(infected);
  });
});

test.each([
  ['that is not there', '/nowhere/scanner', 60_000],
  ['that does not answer', `${process.execPath} -e setInterval(()=>{},1000)`, 200],
])(
  'a scanner %s refuses what it should judge, says so, and leaves no copy',
  async (_case, command, within) => {
    const logged: unknown[] = [];
    const log = { error: (fields: unknown) => void logged.push(fields) };
    const scan = openScan(command.split(' '), log, within);
    await expect(scan?.(async () => Readable.from(['Hello']))).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
      message: 'The file could not be scanned for viruses; try again later',
    });
    const [, copy = '/'] = / (\S+\/upload)$/.exec(textAt(logged, '0.err.cmd')) ?? [];
    expect(existsSync(copy)).toBe(false);
  },
);
