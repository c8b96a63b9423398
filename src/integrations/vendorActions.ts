import type { EffectOrigin } from '../chat/ports.js';
import type { EffectResult, OutsideEffect } from '../engine/index.js';
import type { CodeRunner } from './codeRunner.js';
import type { GooglePorts } from './google/callGoogle.js';
import { sendGmail } from './google/sendGmail.js';
import type { Http } from './http.js';
import { sendToChatNode } from './chatnode/sendToChatNode.js';
import { createDifyMessage } from './dify/createDifyMessage.js';
import { queryKnowledge } from './dify/queryKnowledge.js';
import { completeChat } from './models/completeChat.js';
import { generateVariables } from './models/generateVariables.js';
import type { RequestUse } from './models/usage.js';
import { askAssistant } from './openai/askAssistant.js';
import { askModel } from './openai/askModel.js';
import { createImage } from './openai/createImage.js';
import { createSpeech } from './openai/createSpeech.js';
import { createTranscription } from './openai/createTranscription.js';
import { makeQrCode } from './qrCode/makeQrCode.js';
import type { OpenSecrets } from './secrets.js';
import { blink } from './blink/blink.js';
import { nocodb } from './nocodb/nocodb.js';
import { posthog } from './posthog/posthog.js';
import { segment } from './segment/segment.js';
import { speak } from './elevenlabs/speak.js';
import { signIn } from './zendesk/signIn.js';

/** An action that a block asks of a vendor, and the chat it comes from. */
export interface VendorCall {
  readonly effect: Extract<OutsideEffect, { kind: 'forge' }>;
  /** By which the sandbox shares its threads fairly. */
  readonly key: string;
  /** The id of the chat. */
  readonly chat: string;
  readonly origin: EffectOrigin;
}

/** What actions of vendors are done with. */
export interface VendorPorts extends GooglePorts {
  readonly http: Http;
  readonly openSecrets: OpenSecrets;
  /** Where the operator says that services are, by the type of their credentials; others are at the usual place. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly code: CodeRunner;
  /** Counts an e-mail of a chat; rejects above the limits. */
  countEmail(botId: string, chat: string): Promise<void>;
  /** Receives what every request to an AI took, as far as the vendor reports it. What an action took is counted in `aiMeter.ts`. */
  countUse(used: RequestUse): void;
}

/** Does one action of a vendor. A rejection becomes a failed result whose message the author of the flow reads. */
export type VendorAction = (ports: VendorPorts, call: VendorCall) => Promise<EffectResult>;

const completion = { 'Create chat completion': completeChat };
const extraction = { 'Generate variables': generateVariables };

/** The actions by the kind of block and the name of the action, as the blocks of the engine have them. */
const actions: Readonly<Record<string, Readonly<Record<string, VendorAction>>>> = {
  openai: {
    ...completion,
    ...extraction,
    'Ask Assistant': askAssistant,
    'Ask Model': askModel,
    'Create image': createImage,
    'Create speech': createSpeech,
    'Create transcription': createTranscription,
  },
  'dify-ai': { 'Create Chat Message': createDifyMessage, 'Query Knowledge Base': queryKnowledge },
  'chat-node': { 'Send Message': sendToChatNode },
  groq: completion,
  deepseek: completion,
  'together-ai': completion,
  'open-router': completion,
  perplexity: completion,
  mistral: { ...completion, ...extraction },
  gmail: { 'Send email': sendGmail },
  anthropic: { 'Create Chat Message': completeChat, ...extraction },
  'qr-code': { 'Generate a QR Code': makeQrCode },
  zendesk: { 'Open Web Widget': signIn },
  elevenlabs: { 'Convert text to speech': speak },
  nocodb,
  segment,
  posthog,
  blink,
};

/** Does the action of a vendor that a block asks for. */
export function runVendorAction(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { type, action } = call.effect;
  const run = new Map(Object.entries(actions)).get(type)?.[action];
  if (!run) throw new Error(`There is no action "${action}" for blocks of the kind ${type}`);
  return run(ports, call);
}
