import {
  type FlowDefinition,
  normalText,
  type ResultColumn,
  resultColumns,
  resultsTablePreferencesSchema,
} from '../engine/index.js';
import type { Answer } from '../schema/answer.js';
import { Bot, BotVersion } from '../schema/bot.js';
import { ExportFormat } from '../schema/enums.js';
import type { ExportJob } from '../schema/exportJob.js';
import type { Result } from '../schema/result.js';
import { findDrafts } from '../storage/drafts.js';
import { findDefinitions } from '../storage/flows.js';
import type { Progress } from '../storage/jobs.js';
import type { Storage, Unit } from '../storage/orm.js';
import type { ResultFilter, ResultPosition } from '../storage/resultFilter.js';
import { countAll, findAnswers, listResults } from '../storage/results.js';

const BATCH = 500;

/** The maximum number of bytes in a piece of the file. */
const PIECE = 1_048_576;

/** Receives the progress, with the next piece of the file where there is one; resolves to whether to continue. */
export type OnProgress = (progress: Progress) => Promise<boolean>;

/** Writes the results of a job, newest first, piece by piece. False when it was stopped. */
export async function exportResults(
  storage: Storage,
  job: ExportJob,
  onProgress: OnProgress,
): Promise<boolean> {
  const filter = filterOf(job);
  const { reads } = storage;
  const total = await reads.read((at) => countAll(at, filter));
  const writer = await writerFor(storage, job);
  const write = numberPieces(onProgress);
  if (!(await write(writer.head, { done: 0, total }))) return false;
  let after: ResultPosition | undefined;
  for (let done = 0; ;) {
    const slice = { limit: BATCH, isBackward: false, after };
    const { page, answers } = await reads.read(async (at) => {
      const page = await listResults(at, filter, slice);
      return { page, answers: await findAnswers(at, page.rows) };
    });
    const lines = page.rows.map((result) => writer.line(result, answers.get(result.id) ?? []));
    done += page.rows.length;
    if (!(await write(lines.join(''), { done, total: Math.max(total, done) }))) return false;
    after = page.endsAt ?? page.rows.at(-1) ?? after;
    if (!page.hasNextPage) return true;
  }
}

/** Numbers the pieces of the text, each of at most `PIECE` bytes. */
function numberPieces(
  onProgress: OnProgress,
): (text: string, progress: Progress) => Promise<boolean> {
  let number = 0;
  return async (text, progress) => {
    const whole = Buffer.from(text);
    for (let begin = 0; begin < whole.length; begin += PIECE) {
      const piece = { number, bytes: whole.subarray(begin, begin + PIECE) };
      if (!(await onProgress({ ...progress, piece }))) return false;
      number += 1;
    }
    return whole.length > 0 || onProgress(progress);
  };
}

function filterOf({ botId, input }: ExportJob): ResultFilter {
  const { from, until, ...rest } = input.filter;
  return {
    botId,
    ...rest,
    ...(from !== undefined && { from: new Date(from) }),
    ...(until !== undefined && { until: new Date(until) }),
  };
}

/** The format in which results become text. */
interface Writer {
  readonly head: string;
  line(result: Result, answers: readonly Answer[]): string;
}

async function writerFor(storage: Storage, { botId, input }: ExportJob): Promise<Writer> {
  if (input.format === ExportFormat.JSONL) return { head: '', line: jsonLine };
  const unit = storage.openUnit();
  const bot = await unit.findOneOrFail(Bot, { id: botId });
  const definition = await definitionOf(unit, bot);
  const preferences = resultsTablePreferencesSchema.safeParse(bot.resultsTablePreferences).data;
  const columns = definition ? resultColumns(definition, preferences) : [];
  const shown = columns.filter(({ isVisible }) => isVisible);
  const head = csvLine(['Submitted at', 'Result', 'Completed', ...shown.map(({ label }) => label)]);
  return {
    head: input.hasMark ? `${BYTE_ORDER_MARK}${head}` : head,
    line: (result, answers) =>
      csvLine([
        result.createdAt.toISOString(),
        result.id,
        result.isCompleted ? 'yes' : 'no',
        ...shown.map((column) => cellOf(column, result, answers)),
      ]),
  };
}

/** The published flow, or the draft of a bot that is not published. */
async function definitionOf(unit: Unit, bot: Bot): Promise<FlowDefinition | undefined> {
  const { id, liveVersionId } = bot;
  const live = liveVersionId ? await unit.findOne(BotVersion, { id: liveVersionId }) : null;
  if (!live) return (await findDrafts(unit, [id])).get(id);
  return (await findDefinitions(unit, [live.flowId])).get(live.flowId);
}

/** The cell of a column: the value of the variable, else the last answer. */
function cellOf(column: ResultColumn, result: Result, answers: readonly Answer[]): string {
  const value = result.variables.find(({ id }) => column.variableIds.includes(id))?.value;
  if (value !== undefined) return typeof value === 'string' ? value : value.join(', ');
  return answers.findLast(({ blockId }) => column.blockIds.includes(blockId))?.content ?? '';
}

function jsonLine(result: Result, answers: readonly Answer[]): string {
  const { id, createdAt, botId, variables, isCompleted, hasStarted, isArchived } = result;
  const shown = answers.map(({ id: _id, attachedFileUrls, ...answer }) => ({
    createdAt: answer.createdAt,
    resultId: answer.resultId,
    blockId: answer.blockId,
    groupId: answer.groupId,
    variableId: answer.variableId,
    content: answer.content,
    storageUsed: answer.storageUsed,
    ...(attachedFileUrls && { attachedFileUrls }),
  }));
  const whole = { id, createdAt, botId, variables, isCompleted, hasStarted, isArchived };
  return `${JSON.stringify({ ...whole, answers: shown })}\n`;
}

/** The byte order mark, by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file (RFC 4180). Spreadsheets take none of its cells for a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`;
}

/** Quotes a cell, also for other common separators: a spreadsheet that splits there would begin another cell behind one. */
function quoted(cell: string): string {
  return /[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The beginning of a formula, with everything that spreadsheets may ignore or split at in front of it: blanks, control
 * and invisible characters (such as a byte order mark), separators and quotes
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[\t\r\n]|^[\p{C}\p{Z}\s,;|"'`]*[=+\-@]/u;

/** Numbers and phone numbers stay as they are. */
const PLAIN_NUMBER = /^[+-]?\d[\d ]*([.,]\d+)?$/;

/** Puts an apostrophe in front of a cell that begins like a formula. Full-width signs count as the usual ones. */
function harmless(cell: string): string {
  const isFormula = FORMULA.test(normalText(cell, 'NFKC')) && !PLAIN_NUMBER.test(cell);
  return isFormula ? `'${cell}` : cell;
}
