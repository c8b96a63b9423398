import type { EffectResult } from '../../src/engine/interpreter/effect.js';
import type { Flow } from '../../src/engine/flow/flow.js';
import { answerOf } from './answerOf.js';
import type { ChatOptions, Sent } from './chat.js';
import { ask, flowOf, say, type BlockSketch } from './flowOf.js';
import { recordAt } from './parts.js';

/** A conversation from a `.chat` file: its flow, and the lines that it must result in, with line breaks written as `\n`. */
export interface Conversation {
  readonly title: string;
  readonly flow: Flow;
  readonly options: ChatOptions;
  readonly messages: readonly Sent[];
  /** Whether its lines are those of `fullLinesOf`. */
  readonly isFull: boolean;
  readonly lines: readonly string[];
}

/**
 * Reads a `.chat` file: a title, the flow, a line of dashes, and the conversation. A `\n` stands for a line break.
 * In the flow: `variable Name` or `variable Name = JSON`; `[Group]`; `say text`; `ask type -> Variable {JSON options}`;
 * any other block as `{JSON}`; `on type -> Group {JSON options}` for an event, `theme {JSON}`, `settings {JSON}`;
 * `bot Name` begins another bot, to which links lead by that name. Before the first group: `live` for a chat that is not a
 * preview, `streaming` for a client that streams; `outside kind = JSON` for the result of effects of a kind, or
 * `outside kind fails: reason` for their error; `start {JSON}` for other `ChatOptions`; `in full` for the lines of `fullLinesOf`.
 * In the conversation: the lines of `lines.ts`; `start: text` for a message that comes with the start; `user {JSON}: text`
 * for a message that is more than its text; `client: text`, or `client:` alone, for what a client reports back; `command: name`;
 * `handback: back` or `handback: nobody` for how the wait for a person ended; `refused: REASON: why` for a call that fails.
 */
export function readChat(text: string): Conversation {
  const [head = '', body = ''] = text.split(/^-{3,}$/m);
  const [title = '', ...sketch] = linesIn(head);
  const lines = linesIn(body);
  const first = lines.find((line) => line.startsWith('start: '))?.slice('start: '.length);
  const [flow, ...flows] = readFlows(sketch.filter((line) => !SURROUNDING.test(line)));
  return {
    title,
    flow,
    options: {
      flows,
      ...readSurroundings(sketch.filter((line) => SURROUNDING.test(line))),
      ...(first !== undefined && { firstMessage: first }),
    },
    isFull: sketch.includes('in full'),
    messages: lines.flatMap(readMessage),
    lines: lines
      // A refused message is not part of the chat.
      .filter((_, index) => !lines[index + 1]?.startsWith('refused: '))
      .filter((line) => !/^(client|command|handback):/.test(line))
      .map((line) => line.replace(/^start: /, 'user: ').replace(USER_WITH, 'user:')),
  };
}

const SURROUNDING = /^(live|streaming|in full|start \{.+|outside .+)$/;
const USER_WITH = /^user (\{.+?\}):(?= )/;

function readSurroundings(lines: readonly string[]): ChatOptions {
  const answers = new Map(lines.flatMap(readAnswer));
  const start = lines.find((line) => line.startsWith('start '))?.slice('start '.length);
  return {
    ...(lines.includes('live') && { isPreview: false, resultId: 'result' }),
    isStreamEnabled: lines.includes('streaming'),
    answer: (effect) => answers.get(effect.kind) ?? answerOf(effect),
    ...recordAt(JSON.parse(start ?? '{}')),
  };
}

function readAnswer(line: string): [string, EffectResult][] {
  const [, kind, value, error] = /^outside (\w+)(?: = (.+)| fails: (.+))$/.exec(line) ?? [];
  if (kind === undefined) return [];
  return [
    [
      kind,
      error === undefined ? { ok: true, value: JSON.parse(value ?? '') } : { ok: false, error },
    ],
  ];
}

function readMessage(line: string): Sent[] {
  const [, whole] = USER_WITH.exec(line) ?? [];
  if (whole !== undefined) return [JSON.parse(whole) as Sent];
  const [, who, text = ''] = /^(user|client|command|handback):(?: (.*))?$/.exec(line) ?? [];
  if (who === undefined) return [];
  if (who === 'command') return [{ command: text }];
  if (who === 'handback') return [{ type: who, exit: text === 'back' ? text : 'nobody' }];
  return [who === 'client' && text === '' ? null : unescape(text)];
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** The flow of the chat, and those of the other bots. */
function readFlows(lines: readonly string[]): [Flow, ...Flow[]] {
  const [first = [], ...others] = lines.reduce<string[][]>(
    (bots, line) =>
      line.startsWith('bot ')
        ? [...bots, [line]]
        : [...bots.slice(0, -1), [...(bots.at(-1) ?? []), line]],
    [[]],
  );
  return [
    readFlow(first, 'flow'),
    ...others.map(([head = '', ...sketch]) => readFlow(sketch, head.slice('bot '.length))),
  ];
}

function readFlow(lines: readonly string[], id: string): Flow {
  const sketch: SketchRead = { variables: {}, groups: {}, events: [] };
  for (const line of lines) readLine(line, sketch);
  return flowOf(sketch, id);
}

interface SketchRead {
  readonly variables: Record<string, string | null>;
  readonly groups: Record<string, BlockSketch[]>;
  readonly events: BlockSketch[];
  theme?: object;
  settings?: object;
}

function readLine(line: string, sketch: SketchRead): void {
  const [, word = '', rest = ''] = /^(variable|theme|settings|on|\[)(.+)$/.exec(line) ?? [];
  if (word === '[') sketch.groups[rest.slice(0, -1)] = [];
  else if (word === 'theme' || word === 'settings') sketch[word] = recordAt(JSON.parse(rest));
  else if (word === 'on') sketch.events.push(readEvent(rest.trim()));
  else if (word === 'variable') {
    const [, name = '', value = 'null'] = /^ (.+?)(?: = (.+))?$/.exec(rest) ?? [];
    sketch.variables[name] = JSON.parse(value) as string | null;
  } else Object.values(sketch.groups).at(-1)?.push(readBlock(line));
}

function readEvent(text: string): BlockSketch {
  const [, type = '', to, options = '{}'] = /^(\w+) -> (\S+)(?: (\{.*\}))?$/.exec(text) ?? [];
  return { type, to, options: JSON.parse(options) };
}

function readBlock(line: string): BlockSketch {
  const [, type, variable, options = '{}'] =
    /^ask ([a-z ]+?)(?: -> ([^{]+?))?(?: (\{.*\}))?$/.exec(line) ?? [];
  if (type !== undefined) return ask(type, variable, recordAt(JSON.parse(options)));
  return line.startsWith('say ') ? say(unescape(line.slice(4))) : (JSON.parse(line) as BlockSketch);
}

function unescape(text: string): string {
  return text.replaceAll('\\n', '\n');
}
