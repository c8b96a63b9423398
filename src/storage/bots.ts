import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { textOfFlow } from '../engine/index.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure, invalid } from '../errors/errors.js';
import { breathe } from '../eventLoop/steps.js';
import { Bot, BotVersion } from '../schema/bot.js';
import type { BotChange } from '../schema/botChange.js';
import { BotChangeKind, InFlightPolicy } from '../schema/enums.js';
import { findChange, keptEdits, keptMark, noteChange, type DraftEdits } from './botChanges.js';
import { noteCredentials } from './credentials.js';
import { findDrafts, keepDraft } from './drafts.js';
import { makeRoomAt } from './domainHolds.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The given members of a new bot; the others have their initial values. */
export type BotMade = Pick<Bot, 'workspaceId' | 'name' | 'draft'> &
  Partial<
    Pick<
      Bot,
      | 'folderId'
      | 'icon'
      | 'publicId'
      | 'customDomain'
      | 'selectedThemeTemplateId'
      | 'resultsTablePreferences'
      | 'sourceId'
      | 'sourceFlowId'
    >
  >;

/** Stores a new bot. Fails with `PUBLIC_ID_TAKEN` or `DOMAIN_TAKEN`. */
export async function createBot(unit: Unit, made: BotMade, actorId: string): Promise<Bot> {
  await checkLength(made);
  return translateConflicts(
    unit.transactional(async (inner) => {
      if (made.customDomain) await makeRoomAt(inner, made.workspaceId, made.customDomain);
      const bot = inner.create(Bot, { ...freshBot(), ...made, id: newId('bot') });
      const { id: botId, revision } = bot;
      const record = { botId, revision, kind: BotChangeKind.CREATED, actorId };
      await noteChange(inner, { ...record, ...NO_EDITS });
      await inner.flush();
      await noteCredentials(inner, bot);
      return bot;
    }),
  );
}

/**
 * Makes the text of a draft in a step of its own, before the other work of a write. Refuses a draft that has grown too large to be read, by
 * many changes within the limit of a body.
 */
async function checkLength({ draft }: Pick<Bot, 'draft'>): Promise<void> {
  await breathe();
  const { length } = textOfFlow(draft);
  await breathe();
  if (length > MAX_DRAFT_LENGTH) {
    const message = `would have ${length} characters of JSON; ${MAX_DRAFT_LENGTH} are allowed`;
    throw invalid([{ path: ['bot'], message }]);
  }
}

/** The most characters of a draft as JSON: more than a body may have by default. */
const MAX_DRAFT_LENGTH = 12_000_000;

const NO_EDITS = { edits: null, inverse: null, undoes: null, clientMutationId: null };

function freshBot() {
  const now = new Date();
  return {
    earlierKeys: [],
    folderId: null,
    icon: null,
    publicId: null,
    customDomain: null,
    selectedThemeTemplateId: null,
    resultsTablePreferences: null,
    messengerCredentialsId: null,
    riskLevel: null,
    sourceId: null,
    sourceFlowId: null,
    isArchived: false,
    isClosed: false,
    traceShare: 0,
    replayShare: 0,
    publishPolicy: null,
    inFlightPolicy: InFlightPolicy.FINISH_ON_OLD,
    inFlightMessage: null,
    revision: 1,
    liveVersionId: null,
    split: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** A write to a bot: which bot, the kind of change, and by whom. */
export interface BotWrite {
  readonly botId: string;
  readonly kind: BotChangeKind;
  readonly actorId: string;
  readonly clientMutationId?: string | null | undefined;
  /** The edits of the draft, once `change` is done, where edits changed it. */
  readonly edited?: () => DraftEdits;
  /** Called where the same person stored a kept change of this bot with the same `clientMutationId` already: then nothing is changed. */
  readonly storedBefore?: (stored: BotChange) => void;
}

/**
 * Changes a bot with its row locked, so that two writers take turns and neither loses what the other wrote.
 * `change` sees the bot as it is now and may throw to change nothing; its edits are stored with the next revision.
 * Fails with `BOT_NOT_FOUND` when the bot was archived or deleted meanwhile. The caller wakes watchers afterwards.
 */
export async function changeBot(
  unit: Unit,
  { botId, kind, actorId, clientMutationId, edited, storedBefore }: BotWrite,
  change: (bot: Bot, unit: Unit) => Promise<void>,
): Promise<Bot> {
  const isArchived = kind === BotChangeKind.RESTORED;
  return translateConflicts(
    unit.transactional(async (inner) => {
      const bot = await inner.findOne(
        Bot,
        { id: botId, isArchived },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!bot) throw commonFailure('BOT_NOT_FOUND');
      await withDraft(inner, bot);
      const mark = keptMark(clientMutationId);
      const earlier = storedBefore && (await findChange(inner, { botId, actorId, mark }));
      if (earlier) {
        storedBefore(earlier);
        return bot;
      }
      const { draft: before } = bot;
      await change(bot, inner);
      await checkLength(bot);
      if (bot.draft !== before) keepDraft(botId, bot.draft);
      bot.revision += 1;
      bot.updatedAt = new Date();
      const record = { botId, revision: bot.revision, kind, actorId };
      const edits = keptEdits([before, bot.draft], edited?.());
      await noteChange(inner, { ...record, ...edits, clientMutationId: mark });
      await noteCredentials(inner, bot);
      return bot;
    }),
  );
}

/** Reads the draft of a bot that was loaded without it; in steps, unlike the ORM. */
async function withDraft(unit: Unit, { id }: Bot): Promise<void> {
  const draft = (await findDrafts(unit, [id])).get(id);
  if (!draft) throw commonFailure('BOT_NOT_FOUND');
  unit.merge(Bot, { id, draft }, { refresh: true, convertCustomTypes: false });
}

/** Adds the next version of a bot whose row is locked. */
export async function addVersion(
  unit: Unit,
  made: Pick<BotVersion, 'botId' | 'flowId' | 'authorId' | 'label' | 'overrideReason'>,
): Promise<BotVersion> {
  const last = await unit.findOne(
    BotVersion,
    { botId: made.botId },
    { orderBy: { number: 'desc' } },
  );
  const version = unit.create(BotVersion, {
    ...made,
    id: newId('ver'),
    number: (last?.number ?? 0) + 1,
    createdAt: new Date(),
  });
  await unit.flush();
  return version;
}

/** Whether this is a bot of the workspace, archived or not. */
export async function isBotOf(unit: Unit, workspaceId: string, id: string): Promise<boolean> {
  return (await unit.count(Bot, { id, workspaceId })) > 0;
}

/** The bot of a workspace that was imported from elsewhere, by its id there. */
export async function findBotOfSource(
  unit: Unit,
  workspaceId: string,
  sourceId: string,
): Promise<Bot | null> {
  return unit.findOne(Bot, { workspaceId, sourceId });
}

/** Whether any bot of this server has this public id. */
export async function isPublicIdTaken(unit: Unit, publicId: string): Promise<boolean> {
  return (await unit.count(Bot, { publicId })) > 0;
}

/** Translates a unique violation to a failure. */
async function translateConflicts<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    if (error.message.includes('public_id')) throw taken('PUBLIC_ID_TAKEN', 'publicId');
    if (error.message.includes('bot_source')) throw commonFailure('CHANGED_MEANWHILE');
    if (error.message.includes('custom_domain')) throw taken('DOMAIN_TAKEN', 'customDomain');
    throw error;
  }
}

function taken(reason: 'PUBLIC_ID_TAKEN' | 'DOMAIN_TAKEN', field: string): Failure {
  const message = `This ${field} is taken by another bot${field === 'customDomain' ? '; a workspace that proves the domain takes it' : ''}`;
  return new Failure(reason, message, [{ path: ['bot', field], message }]);
}
