import { expect, test } from '@jest/globals';
import { claim } from '../../src/files/claimUploads.js';
import type { FileParts } from '../../src/files/files.js';
import { standIn } from '../support/standIn.js';

// There is no storage: reading anything of it fails.
const parts: FileParts = standIn({ ownAddress: () => 'https://chat.example.com' });
const chat = { sessionId: 'ses_1' };
const none = { uploads: [], refusedUploads: [] };

test.each(['https://files.example.com/files/fil_1.pdf', 'https://chat.example.com:8443/files/x'])(
  'nothing is known of a file at a host that is no domain of a workspace: %s',
  async (address) => {
    const chatPool = { query: async () => ({ rows: [] }) };
    const held = { ...parts, storage: standIn<FileParts['storage']>({ chatPool }) };
    expect(await claim(held, chat, [address])).toEqual(none);
  },
);

test.each([
  'https://chat.example.com/filesystem/fil_1.pdf',
  'https://chat.example.com/%ff/files/fil_1.pdf',
  'https://[/files/fil_1.pdf',
  'see https://chat.example.com/files/fil_1.pdf',
])('nothing is known, nor looked up, of %s', async (address) => {
  expect(await claim(parts, chat, [address])).toEqual(none);
});

test.each([
  'https://chat.example.com/files/fil_1.pdf',
  'https://CHAT.example.com./files/x',
  'https:\\\\chat.example.com\\files\\fil_1.pdf',
])('an address at this server is looked up: %s', async (address) => {
  await expect(claim(parts, chat, [address])).rejects.toThrow();
});
