import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { expect } from '@jest/globals';
import type { TestApp } from './app.js';
import { botOf } from './botOf.js';
import { type BlockSketch, say } from './flowOf.js';
import { partAt, recordAt, textAt } from './parts.js';
import { bodyOf } from './transports.js';
import { makePublished, restOf } from './useApp.js';

/** What visitors who upload files do with a server. */
export function visitorsOf(app: () => TestApp) {
  const rest = restOf(app);

  /** Starts a chat of a new bot that waits at an input. */
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

  /** Uploads to the address of a staged upload; `fields` replaces some of its fields. */
  async function upload(staged: unknown, content: string | Uint8Array, fields: object = {}) {
    const named = { ...recordAt(staged, 'formData'), ...fields };
    return postForm(textAt(staged, 'presignedUrl'), named, content);
  }

  /** Stages and uploads a file; returns its address. */
  async function send(
    sessionId: string,
    content: string | Uint8Array = 'Hello',
    file: object = {},
  ): Promise<string> {
    const { body } = await stage(sessionId, { fileName: 'cv.pdf', ...file });
    expect(await upload(body, content)).toEqual({ status: 204, reason: undefined });
    return textAt(body, 'fileUrl');
  }

  /** The names of a workspace's files on the disk of the server. */
  const storedFiles = async (workspaceId: string) =>
    readdir(path.join(app().dataDir, 'files', workspaceId)).catch(() => []);

  return { chatAt, post, stage, upload, send, storedFiles };
}

/**
 * Sends the beginning of an upload over a new connection and announces more of it. Resolves when the beginning is sent, with the
 * connection, which the caller must close.
 */
export async function beginUpload(
  url: string,
  token: unknown,
  content: string | Uint8Array,
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  socket.write(
    'POST /files/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
      `Content-Length: ${content.length + 900}\r\n\r\n` +
      `${part('token')}\r\n\r\n${String(token)}\r\n${part('file')}; filename="a"\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(content, resolve));
  return socket;
}

/** Uploads a file as a client does: the fields, then the file. Returns the status, and the reason of a refusal. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, unknown>>,
  content: string | Uint8Array,
): Promise<{ status: number; reason: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([Buffer.from(content)]), 'whatever.exe');
  const response = await fetch(url, { method: 'POST', body: form });
  const text = await response.text();
  const problem: unknown = text.startsWith('{') ? await new Response(text).json() : undefined;
  return { status: response.status, reason: partAt(problem ?? {}, 'reason') };
}
