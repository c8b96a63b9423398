import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import type { Bot } from '../../schema/bot.js';
import type { BotIssue } from '../../schema/botIssue.js';
import { PublishPolicy } from '../../schema/enums.js';
import { draftOf } from './draftOf.js';
import { issuesIn, MAX_ISSUES } from './issuesOf.js';

/** Errors that the message of a refusal names, at most. */
const MAX_NAMED = 3;

/** What was found out about a draft before it is published. */
interface Checked {
  /** The revision of the bot that was checked; undefined where no draft is refused. */
  readonly revision?: number;
  /** The reason for publishing, where errors would forbid it. */
  readonly overrideReason: string | null;
}

/**
 * Fails with `PUBLISH_REFUSED` if the draft of a bot has errors, its policy or that of its workspace allows none, and no reason is given. To
 * be called outside of the transaction that publishes: it reads over other connections, which that would keep others from having.
 */
export async function checkPublishable(
  context: Context,
  bot: Bot,
  reason: string | null,
): Promise<Checked> {
  const ofWorkspace = async () => context.loaders().workspace.load(bot.workspaceId);
  const policy = bot.publishPolicy ?? (await ofWorkspace())?.publishPolicy;
  if (policy !== PublishPolicy.BLOCK_ERRORS) return { overrideReason: null };
  // Warnings, of which there may be many, do not hide an error.
  const { revision } = bot;
  const draft = await draftOf(bot, context);
  const issues = await issuesIn(context, { bot, draft, most: Infinity });
  const errors = issues.filter(({ level }) => level === 'ERROR');
  if (errors.length === 0) return { revision, overrideReason: null };
  if (reason !== null && reason.trim() !== '') return { revision, overrideReason: reason };
  throw new PublishRefused(errors);
}

/** The failure for a draft with errors, which are in its payload. */
class PublishRefused extends Failure {
  constructor(private readonly errors: readonly BotIssue[]) {
    const named = errors.slice(0, MAX_NAMED).map(({ message }) => message);
    const more = errors.length > MAX_NAMED ? `; and ${errors.length - MAX_NAMED} more` : '';
    super(
      'PUBLISH_REFUSED',
      `The draft has errors. Fix them, or send an overrideReason: ${named.join('; ')}${more}`,
    );
  }

  override get payload(): { readonly issues: readonly BotIssue[] } {
    return { issues: this.errors.slice(0, MAX_ISSUES) };
  }
}
