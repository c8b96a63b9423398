import type { Context } from '../../context/context.js';
import { compileFlow, type FlowDefinition } from '../../engine/index.js';
import { Failure } from '../../errors/errors.js';
import type { Bot, BotVersion } from '../../schema/bot.js';
import type { BotIssue } from '../../schema/botIssue.js';
import type { BotTestResult } from '../../schema/botTestRun.js';
import { PublishPolicy } from '../../schema/enums.js';
import { runTests } from '../../simulation/runTests.js';
import { draftOf } from './draftOf.js';
import { issuesIn, MAX_ISSUES } from './issuesOf.js';

/** Errors and tests that the message of a refusal names, at most. */
const MAX_NAMED = 3;

/** What was found out about a draft before it is published. */
interface Checked {
  /** The revision of the bot that was checked; undefined where no draft is refused. */
  readonly revision?: number;
  /** The reason for publishing, where errors or tests would forbid it. */
  readonly overrideReason: string | null;
}

/** What is to be published. */
interface Wanted {
  /** A version of the bot; absent: its draft. */
  readonly version?: BotVersion;
  /** Why to publish it in any case. */
  readonly reason: string | null;
}

/** What forbids publishing a draft or a version. */
interface Faults {
  readonly issues: readonly BotIssue[];
  readonly failedTests: readonly BotTestResult[];
}

/**
 * Fails with `PUBLISH_REFUSED` if the draft or the version of a bot has errors, or tests that fail, its policy or that of its workspace forbids that, and
 * no reason is given. To be called outside of the transaction that publishes: it reads over other connections, which that would keep others
 * from having.
 */
export async function checkPublishable(
  context: Context,
  bot: Bot,
  { reason, version }: Wanted,
): Promise<Checked> {
  const policy = await policyOf(context, bot);
  const hasTests = policy === PublishPolicy.BLOCK_ERRORS_AND_TESTS;
  if (policy !== PublishPolicy.BLOCK_ERRORS && !hasTests) return { overrideReason: null };
  // Warnings, of which there may be many, do not hide an error.
  const { revision } = bot;
  const draft = await (version
    ? context.loaders().definition.load(version.flowId)
    : draftOf(bot, context));
  const issues = await issuesIn(context, bot, { draft, revision });
  const errors = issues.filter(({ level }) => level === 'ERROR');
  const failedTests = hasTests ? await failuresOf(context, bot, draft) : [];
  if (errors.length + failedTests.length === 0) return { revision, overrideReason: null };
  if (reason !== null && reason.trim() !== '') return { revision, overrideReason: reason };
  throw new PublishRefused(version ? 'version' : 'draft', { issues: errors, failedTests });
}

async function policyOf(
  context: Context,
  { publishPolicy, workspaceId }: Bot,
): Promise<PublishPolicy | undefined> {
  const ofWorkspace = async () => context.loaders().workspace.load(workspaceId);
  return publishPolicy ?? (await ofWorkspace())?.publishPolicy;
}

/** The tests of a bot that its draft does not pass, also those for which there was no time. */
async function failuresOf(
  context: Context,
  { id: botId }: Bot,
  draft: FlowDefinition,
): Promise<BotTestResult[]> {
  const stored = await context.loaders().botTests.load(botId);
  if (stored.length === 0) return [];
  const flow = compileFlow('draft', draft);
  const tests = stored.map(({ test }) => test);
  const { results } = await context.simulations.inTurn(() =>
    runTests(context, { botId, flow, tests }),
  );
  return results.filter(({ outcome }) => outcome !== 'PASSED');
}

/** The failure for a draft or a version with errors or failing tests, which are in its payload. */
class PublishRefused extends Failure {
  constructor(
    what: 'draft' | 'version',
    private readonly faults: Faults,
  ) {
    super('PUBLISH_REFUSED', reasonsOf(what, faults));
  }

  override get payload(): Faults {
    const { issues, failedTests } = this.faults;
    return { issues: issues.slice(0, MAX_ISSUES), failedTests };
  }
}

function reasonsOf(what: string, { issues, failedTests }: Faults): string {
  const errors = issues.map(({ message }) => message.replace(/\.$/, ''));
  const failures = failedTests.map(
    ({ name, step, message }) => `"${name}"${message === null ? '' : `, step ${step}: ${message}`}`,
  );
  return [
    ...(errors.length > 0 ? [`The ${what} has errors: ${namedOf(errors)}`] : []),
    ...(failures.length > 0 ? [`Tests do not pass: ${namedOf(failures)}`] : []),
    'Mend that, or send an overrideReason',
  ].join('. ');
}

function namedOf(all: readonly string[]): string {
  const more = all.length > MAX_NAMED ? [`and ${all.length - MAX_NAMED} more`] : [];
  return [...all.slice(0, MAX_NAMED), ...more].join('; ');
}
