import { z } from 'zod';
import { oncePer } from '../documents/oncePer.js';
import type { AnyBlock, BlockKind, UploadRule } from './kind/block.js';
import type { Draw, SampleAnswer } from './kind/sampleAnswer.js';
import { audio } from './bubbles/audio.js';
import { embed } from './bubbles/embed.js';
import { image } from './bubbles/image.js';
import { text } from './bubbles/text.js';
import { video } from './bubbles/video.js';
import { buttons } from './inputs/buttons.js';
import { cards } from './inputs/cards.js';
import { date } from './inputs/date.js';
import { email } from './inputs/email.js';
import { file } from './inputs/file.js';
import { number } from './inputs/number.js';
import { payment } from './inputs/payment.js';
import { phone } from './inputs/phone.js';
import { pictureChoice } from './inputs/pictureChoice.js';
import { rating } from './inputs/rating.js';
import { text as textInput } from './inputs/text.js';
import { time } from './inputs/time.js';
import { url } from './inputs/url.js';
import { analytics } from './integrations/analytics.js';
import { anthropic } from './integrations/anthropic.js';
import { blink } from './integrations/blink.js';
import { calCom } from './integrations/calCom.js';
import { chatNode } from './integrations/chatNode.js';
import { classicOpenai } from './integrations/classicOpenai.js';
import { deepseek } from './integrations/deepseek.js';
import { difyAi } from './integrations/difyAi.js';
import { elevenlabs } from './integrations/elevenlabs.js';
import { gmail } from './integrations/gmail.js';
import { groq } from './integrations/groq.js';
import { httpRequest } from './integrations/httpRequest.js';
import { makeCom } from './integrations/makeCom.js';
import { mistral } from './integrations/mistral.js';
import { nocodb } from './integrations/nocodb.js';
import { openai } from './integrations/openai.js';
import { openRouter } from './integrations/openRouter.js';
import { pabbly } from './integrations/pabbly.js';
import { perplexity } from './integrations/perplexity.js';
import { posthog } from './integrations/posthog.js';
import { qrCode } from './integrations/qrCode.js';
import { segment } from './integrations/segment.js';
import { sendEmail } from './integrations/sendEmail.js';
import { sheets } from './integrations/sheets.js';
import { supportWidget } from './integrations/supportWidget.js';
import { togetherAi } from './integrations/togetherAi.js';
import { trackingPixel } from './integrations/trackingPixel.js';
import { zapier } from './integrations/zapier.js';
import { zemanticAi } from './integrations/zemanticAi.js';
import { zemanticAiClassic } from './integrations/zemanticAiClassic.js';
import { zendesk } from './integrations/zendesk.js';
import { abTest } from './logic/abTest.js';
import { botLink } from './logic/botLink.js';
import { condition } from './logic/condition.js';
import { humanHandover } from './logic/humanHandover.js';
import { jump } from './logic/jump.js';
import { redirect } from './logic/redirect.js';
import { returnToMark } from './logic/returnToMark.js';
import { script } from './logic/script.js';
import { setLanguage } from './logic/setLanguage.js';
import { setVariable } from './logic/setVariable.js';
import { wait } from './logic/wait.js';
import { webhookListener } from './logic/webhookListener.js';
import { unknown } from './unknown.js';

/** The kinds of bubbles. */
export const BUBBLES = [text, image, video, audio, embed] as const;

/** The kinds of inputs. */
export const INPUTS = [
  textInput,
  number,
  email,
  url,
  phone,
  date,
  time,
  buttons,
  pictureChoice,
  payment,
  rating,
  file,
  cards,
] as const;

/** The `type` of each kind of bubble: tables of what is done with messages have a row for each. */
export type BubbleType = (typeof BUBBLES)[number]['type'];

/** The `type` of each kind of input: tables of what is done with inputs have a row for each. */
export type InputType = (typeof INPUTS)[number]['type'];

/** Every kind of block; a new one is a file and a line, here or in the list of its family. */
export const KINDS = [
  ...BUBBLES,
  ...INPUTS,
  setVariable,
  setLanguage,
  condition,
  redirect,
  wait,
  jump,
  abTest,
  script,
  botLink,
  webhookListener,
  returnToMark,
  humanHandover,
  httpRequest,
  zapier,
  makeCom,
  pabbly,
  sendEmail,
  sheets,
  classicOpenai,
  analytics,
  supportWidget,
  trackingPixel,
  openai,
  anthropic,
  mistral,
  togetherAi,
  openRouter,
  groq,
  perplexity,
  deepseek,
  calCom,
  chatNode,
  qrCode,
  difyAi,
  elevenlabs,
  nocodb,
  segment,
  posthog,
  zendesk,
  blink,
  gmail,
  zemanticAi,
  zemanticAiClassic,
] as const;

const kinds = new Map<string, BlockKind>(KINDS.map((kind) => [kind.type, kind]));

/** The kind of a block by its `type`; `unknown` for a type this server does not know. */
export function kindOf(type: string): BlockKind {
  return kinds.get(type) ?? unknown;
}

/** The services a block needs: see `BlockKind.services`. */
export function servicesOf(block: AnyBlock): readonly string[] {
  return kindOf(block.type).services?.(block) ?? [];
}

/** What may be uploaded while a chat waits at a block: see `BlockKind.uploads`. */
export function uploadRulesOf(block: AnyBlock): readonly UploadRule[] {
  return kindOf(block.type).uploads?.(block) ?? [];
}

/** Messages with which somebody might answer an input as it was shown; see `BlockKind.answers`. None for another kind of block. */
export function sampleAnswers(asked: AnyBlock, draw: Draw): readonly SampleAnswer[] {
  const data = readAsked(asked);
  return (data && kindOf(asked.type).answers?.(data, draw)) ?? [];
}

/** An input as it was shown, parsed once, because chats that were explored are continued with many answers. */
const readAsked = oncePer((asked: AnyBlock) => kindOf(asked.type).schema.safeParse(asked).data);

/** Whether this server knows a block type. */
export function isKnownType(type: string): boolean {
  return kinds.has(type);
}

/**
 * A block as stored: of the shape of its kind, or of an unknown type and then kept as it is. When the check fails, the
 * first list of the union's issues is that of its kind.
 */
export const blockSchema = z.union([
  z.discriminatedUnion('type', [KINDS[0].schema, ...KINDS.slice(1).map((kind) => kind.schema)]),
  unknown.schema.refine(({ type }) => !isKnownType(type), { abort: true, path: ['type'] }),
]);

/** A block of any kind. */
export type Block = z.infer<typeof blockSchema>;
