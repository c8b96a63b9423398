import type { Flow } from '../../src/engine/flow.js';
import { ask, flowOf, say, type BlockSketch } from './flowOf.js';

/** A conversation read from a `.chat` file: its flow, and the lines it must give. */
export interface Conversation {
  readonly title: string;
  readonly flow: Flow;
  readonly firstMessage: string | undefined;
  readonly messages: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Reads a `.chat` file. First a title, then the flow, a line of dashes, and the conversation.
 * In the flow: `variable Name` or `variable Name = JSON`; `[Group]`; `say text`; `ask type -> Variable {JSON options}`;
 * any other block as `{JSON}`. In the conversation: the lines of `lines.ts`, and `start: text` for a message that comes
 * with the start. A `\n` stands for a line break.
 */
export function readChat(text: string): Conversation {
  const [head = '', body = ''] = text.split(/^-{3,}$/m);
  const [title = '', ...sketch] = linesIn(head);
  const lines = linesIn(body);
  return {
    title,
    flow: readFlow(sketch),
    firstMessage: lines.find((line) => line.startsWith('start: '))?.slice('start: '.length),
    messages: lines
      .filter((line) => line.startsWith('user: '))
      .map((line) => unescape(line.slice(6))),
    lines: lines.map((line) => unescape(line.replace(/^start: /, 'user: '))),
  };
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

function readFlow(sketch: readonly string[]): Flow {
  const variables: Record<string, string | null> = {};
  const groups: Record<string, BlockSketch[]> = {};
  let blocks: BlockSketch[] = [];
  for (const line of sketch) {
    const [, variable, value = 'null'] = /^variable (.+?)(?: = (.+))?$/.exec(line) ?? [];
    const [, group] = /^\[(.+)\]$/.exec(line) ?? [];
    if (variable !== undefined) variables[variable] = JSON.parse(value);
    else if (group !== undefined) blocks = groups[group] = [];
    else blocks.push(readBlock(line));
  }
  return flowOf({ variables, groups });
}

function readBlock(line: string): BlockSketch {
  const [, type, variable, options = '{}'] =
    /^ask ([a-z ]+?)(?: -> ([^{]+?))?(?: (\{.*\}))?$/.exec(line) ?? [];
  if (type !== undefined) return ask(type, variable, JSON.parse(options));
  return line.startsWith('say ') ? say(unescape(line.slice(4))) : JSON.parse(line);
}

function unescape(text: string): string {
  return text.replaceAll('\\n', '\n');
}
