import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import type { TestApp } from './app.js';
import { botOf } from './botOf.js';
import { say, type BlockSketch } from './flowOf.js';
import { recordAt, textAt } from './parts.js';
import { postForm } from './postForm.js';
import { bodyOf } from './transports.js';
import { makePublished, restOf } from './useApp.js';

/** What visitors of a server do who upload files. */
export function visitorsOf(app: () => TestApp) {
  const rest = restOf(app);

  /** A chat that waits at an input, of a bot of its own. */
  async function chatAt(input: BlockSketch) {
    const flow = { variables: { X: null }, groups: { Start: [input, say('Got {{X}}')] } };
    const made = await makePublished(rest, botOf(flow));
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId: made.publicId }));
    return { ...made, sessionId, resultId };
  }

  async function post(at: string, body: object): Promise<{ status: number; body: unknown }> {
    const headers = { 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${app().url}${at}`, sent);
    return { status: response.status, body: await response.json() };
  }

  const stage = async (sessionId: string, file: object) =>
    post(`/api/v1/sessions/${sessionId}/uploads`, file);

  /** Uploads as a widget does: the fields, then the file. */
  async function upload(staged: unknown, content: string | Uint8Array, fields: object = {}) {
    const named = { ...recordAt(staged, 'formData'), ...fields };
    return postForm(textAt(staged, 'presignedUrl'), named, content);
  }

  /** Stages and uploads, and gives the address of the file. */
  async function send(sessionId: string, content = 'Hello', file: object = {}): Promise<string> {
    const { body } = await stage(sessionId, { fileName: 'cv.pdf', ...file });
    expect(await upload(body, content)).toEqual({ status: 204, reason: undefined });
    return textAt(body, 'fileUrl');
  }

  /** The files of a workspace on the disk of the server. */
  const storedFiles = async (workspaceId: string) =>
    readdir(path.join(app().dataDir, 'files', workspaceId)).catch(() => []);

  return { chatAt, post, stage, upload, send, storedFiles };
}
