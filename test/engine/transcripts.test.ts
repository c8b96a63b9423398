import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { transcript } from '../support/chat.js';
import { readChat } from '../support/readChat.js';

const folder = new URL('../transcripts/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.chat'));

describe('recorded conversations go as they are written', () => {
  test.each(files)('%s', (name) => {
    const { flow, options, messages, lines } = readChat(
      readFileSync(new URL(name, folder), 'utf8'),
    );
    expect(transcript(flow, messages, options)).toEqual(lines);
  });
});
