import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  bodyOf,
  transportNames,
  openTransport,
  type ReplyShown,
  type Shown,
} from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

/** Flows from public repositories of users. They are kept outside of this repository, since some may not be published. */
const folder = new URL('../../../shared/samples/', import.meta.url);
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.json'))
  : [];

interface Block extends Shown {
  readonly id: string;
  readonly type: string;
  readonly items?: readonly { content: { comparisons: readonly { value: string }[] } }[];
}
interface Sample extends Shown {
  readonly groups: readonly { readonly id: string; readonly blocks: readonly Block[] }[];
  readonly edges: readonly { readonly id: string; readonly to: { readonly groupId: string } }[];
}

const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Sample; // The files have this shape.

/** A person's answer to each kind of input. */
const answers: Readonly<Record<string, string>> = {
  'text input': 'Ada',
  'phone number input': '+5511987654321',
  'email input': 'ada@example.com',
  'url input': 'https://example.com',
};

if (files.length === 0) {
  process.stderr.write(
    `skipped: real flows cannot be chatted with, ${folder.pathname} is absent\n`,
  );
  test.skip('chats with the real flows of users (the folder of samples is absent)', () =>
    undefined);
} else {
  const app = useApp();
  const transport = restOf(app);

  const start = async (name: string) => {
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.importBot({ workspaceId, bot: read(name) }));
    const { publicId } = await bodyOf(transport.publishBot({ botId: bot.id }));
    return { botId: bot.id, first: await bodyOf(transport.startChat({ publicId })) };
  };
  const tell = async ({ sessionId }: ReplyShown, message: string) =>
    bodyOf(transport.continueChat({ sessionId, message }));
  const texts = ({ messages }: Pick<ReplyShown, 'messages'>) =>
    messages.map(({ content }) => content['plainText']);

  describe.each(transportNames)('over %s', (transportName) => {
    const either = openTransport(transportName, () => app().url);

    test.each(files)('%s is imported and can be read back', async (name) => {
      const workspaceId = await makeWorkspace(either);
      const { bot } = await bodyOf(either.importBot({ workspaceId, bot: read(name) }));
      expect(bot['version']).toBe('6');
      expect((await bodyOf(either.readBot({ botId: bot.id }))).bot).toEqual(bot);
    });
  });

  test('the contact form asks its questions to the end and stores the answers', async () => {
    const { botId, first } = await start('contact-form-to-baserow-v6.json');
    let reply = first;
    const asked: string[] = [];
    while (reply.input) {
      asked.push(reply.input.type);
      reply = await tell(first, answers[reply.input.type] ?? '');
    }
    const [name] = texts(first);
    expect(name).toBe('nome');
    expect(asked).toEqual(expect.arrayContaining(['text input', 'email input']));
    const { result } = await bodyOf(transport.getResult({ botId, resultId: first.resultId }));
    expect(result['isCompleted']).toBe(true);
    expect(result.answers.map(({ content }) => content)).toEqual(
      asked.map((type) => answers[type]),
    );
  });

  test('the funnel waits for its keyword, refuses a wrong number, and ends with the name of the visitor', async () => {
    const name = 'low-cost-chatbot-funnel-v5.json';
    const blocks = read(name).groups.flatMap((group) => group.blocks);
    const conditions = blocks.filter(({ type }) => type === 'Condition');
    const [keyword, , goOn] = conditions.map(
      ({ items }) => items?.[0]?.content.comparisons[0]?.value,
    );
    const { botId, first } = await start(name);
    expect(first.messages).toEqual([]);
    const menu = await tell(first, keyword ?? '');
    const escape = await tell(first, 'neither');
    expect(escape.messages).toHaveLength(1);
    const second = await tell(first, '2');
    const third = await tell(first, goOn ?? '');
    const last = await tell(first, 'Ada');
    expect([menu, escape, second, third].map(({ input }) => input?.type)).toEqual(
      Array.from({ length: 4 }, () => 'text input'),
    );
    expect(second.messages.map(({ id }) => id)).toContain('lkskygcunk56yj3u82n37ial');
    expect(texts(last)[0]).toMatch(/ Ada$/);
    expect(texts(last).at(-1)).toBe('!fim');
    expect(last.input).toBeUndefined();
    const { result } = await bodyOf(transport.getResult({ botId, resultId: first.resultId }));
    expect(result['isCompleted']).toBe(true);
    expect(result.variables).toContainEqual(
      expect.objectContaining({ name: 'nome', value: 'Ada' }),
    );
  });

  test('the error lab apologises when its service does not answer', async () => {
    const name = 'http-error-branch-lab-v6.1.json';
    const { groups, edges } = read(name);
    const condition = groups
      .flatMap(({ blocks }) => blocks)
      .find(({ type }) => type === 'Condition');
    const otherwise = edges.find(({ id }) => id === condition?.['outgoingEdgeId'])?.to.groupId;
    const apology = groups.find(({ id }) => id === otherwise)?.blocks[0];
    const { first } = await start(name);
    expect(first.messages.map(({ id }) => id)).toEqual([apology?.id]);
    expect(first.input).toBeUndefined();
  });
}
