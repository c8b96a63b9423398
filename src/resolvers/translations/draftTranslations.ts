import { Arg, Ctx, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import {
  draftBatch,
  draftMessages,
  draftsIn,
  isJsonRecord,
  isToDraft,
  pace,
  translatedTexts,
  translationEdit,
  type FlowDefinition,
  type ReadDrafts,
  type TranslatedText,
} from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import type { Bot } from '../../schema/bot.js';
import { OnConflict } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { ShortText } from '../../schema/scalars.js';
import { RefusedDraftShown } from '../../schema/translations.js';
import { newSessionId } from '../../storage/newId.js';
import { anyShardKey } from '../../storage/shardKeys.js';
import { draftOf } from '../bots/draftOf.js';
import { editDraft } from '../bots/editDraft.js';
import { EditFlowPayload } from '../bots/editFlow.js';
import { openForForms } from '../credentials/credentials.js';
import { assertOther, LanguageInput } from './setTranslations.js';

@InputType({ description: 'Which bot, one of its languages, and the model that drafts.' })
class DraftTranslationsInput extends LanguageInput {
  @Field(() => ID, 'Credentials of the workspace for a service whose models answer in chats.')
  credentialsId: string;

  @Field(() => ShortText, 'The model, as the service names it.') model: string;

  @NullableField(() => String, 'Only texts after this one: `next` of the call before.')
  after?: string | null;
}

/** The payload of drafting translations. */
@ObjectType({ description: 'What drafting translations answers with.' })
export class DraftTranslationsPayload extends EditFlowPayload {
  @NullableField(() => Int, 'How many drafts were stored.') drafted?: number;

  @Holds(20)
  @NullableField(() => [RefusedDraftShown], {
    description: 'The drafts that lost something of their texts, and were not stored.',
  })
  refused?: readonly RefusedDraftShown[];

  @NullableField(() => Int, 'How many texts are still to draft after these.') left?: number;

  @NullableField(() => String, {
    description: 'Where the next call goes on, as its `after`; empty where nothing is left.',
  })
  next?: string;

  @NullableField(() => String, {
    description: 'Why the model drafted nothing, such as a budget that is spent; else empty.',
  })
  error?: string;
}

/** Lets a model draft translations in the draft of a bot, some at a time. */
@Resolver()
export class DraftTranslations {
  @Mutation(() => DraftTranslationsPayload, {
    description:
      'Lets a model translate the next texts of the draft of a bot, at most 20, which have no translation or a stale one. Call it again with `next` until that is empty. The translations are stored as drafts (`INITIAL`); what it takes counts towards the AI budgets of the bot and its workspace.',
  })
  async draftTranslations(
    @Arg('input', () => DraftTranslationsInput, {
      description: 'Which bot, one of its languages, and the model that drafts.',
    })
    { language, credentialsId, model, after, ...input }: DraftTranslationsInput,
    @Ctx() context: Context,
  ): Promise<Partial<DraftTranslationsPayload>> {
    const bot = await writableBot(context, input.botId);
    const { workspaceId } = bot;
    const { credentials } = await openForForms(context, { workspaceId, credentialsId });
    const draft = await draftOf(bot, context);
    const base = draft.translations?.base;
    assertOther(language, base);
    const from = { language, after: after ?? undefined, isDue: pace() };
    const { texts, left } = await unhurried(draftBatch(draft, from));
    const next = left === 0 ? '' : (texts.at(-1)?.path ?? '');
    const messages = draftMessages(texts, { base, language });
    const asked = { bot, type: credentials.type, credentialsId, model, messages, texts };
    const read = texts.length === 0 ? NONE : await ask(context, asked);
    if ('error' in read) return { bot, drafted: 0, refused: [], left, next: '', ...read };
    if (read.drafts.length === 0)
      return { bot, drafted: 0, refused: [...read.refused], left, next, error: '' };
    const edit = { ...input, onConflict: OnConflict.OVERWRITE };
    let drafted = 0;
    const done = await editDraft(context, edit, async (now) => {
      const made = await unhurried(
        translationEdit(now, language, await wanted(now, language, read)),
      );
      drafted = made.stored;
      return [made.edit];
    });
    return { ...done, drafted, refused: [...read.refused], left, next, error: '' };
  }
}

const NONE: ReadDrafts = { drafts: [], refused: [] };

async function writableBot(context: Context, botId: string): Promise<Bot> {
  const caller = await context.caller();
  return accessBot(context.openUnit(), { caller, botId, intent: 'write' });
}

interface Asked {
  readonly bot: Bot;
  readonly type: string;
  readonly credentialsId: string;
  readonly model: string;
  readonly messages: ReturnType<typeof draftMessages>;
  readonly texts: readonly TranslatedText[];
}

/** What a model drafts, asked as a block of the bot would ask it; the reason where it answers nothing that can be read. */
async function ask(
  context: Context,
  { bot, type, credentialsId, model, messages, texts }: Asked,
): Promise<ReadDrafts | { readonly error: string }> {
  // What blocks of this kind name the action.
  const action = type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion';
  const options = { model, messages };
  const effect = { kind: 'forge', type, action, options, credentialsId } as const;
  const origin = { botId: bot.id, reach: undefined };
  const result = await context.chats.handleEffect(effect, newSessionId(anyShardKey()), origin);
  if (!result.ok) return { error: result.error };
  const answer = isJsonRecord(result.value) ? result.value['Message content'] : undefined;
  const read = typeof answer === 'string' ? draftsIn(answer, texts) : undefined;
  return read ?? { error: result.warning ?? 'The model did not answer with translations' };
}

/** Of the drafts, those whose texts nobody has translated since the model was asked. */
async function wanted(
  draft: FlowDefinition,
  language: string,
  { drafts }: ReadDrafts,
): Promise<ReadDrafts['drafts']> {
  const texts = await unhurried(translatedTexts(draft, language, pace()));
  const open = new Set(texts.filter(isToDraft).map(({ path }) => path));
  return drafts.filter(({ path }) => open.has(path));
}
