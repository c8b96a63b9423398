import type { EffectResult } from '../engine/index.js';
import { sendGmail } from './google/sendGmail.js';
import { sendToChatNode } from './chatnode/sendToChatNode.js';
import { createDifyMessage } from './dify/createDifyMessage.js';
import { queryKnowledge } from './dify/queryKnowledge.js';
import { completeChat } from './models/completeChat.js';
import { generateVariables } from './models/generateVariables.js';
import { askAssistant } from './openai/askAssistant.js';
import { askModel } from './openai/askModel.js';
import { createImage } from './openai/createImage.js';
import { createSpeech } from './openai/createSpeech.js';
import { createTranscription } from './openai/createTranscription.js';
import { makeQrCode } from './qrCode/makeQrCode.js';
import { blink } from './blink/blink.js';
import { nocodb } from './nocodb/nocodb.js';
import { posthog } from './posthog/posthog.js';
import { segment } from './segment/segment.js';
import { speak } from './elevenlabs/speak.js';
import type { VendorAction, VendorCall, VendorPorts } from './vendorAction.js';
import { openWebWidget } from './zendesk/openWebWidget.js';

const completion = { 'Create chat completion': completeChat };
const extraction = { 'Generate variables': generateVariables };

/** The actions by the kind of block and the name of the action, as in the blocks of the engine. */
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
  zendesk: { 'Open Web Widget': openWebWidget },
  elevenlabs: { 'Convert text to speech': speak },
  nocodb,
  segment,
  posthog,
  blink,
};

/** Runs the action of a vendor that a block requests. */
export function runVendorAction(ports: VendorPorts, call: VendorCall): Promise<EffectResult> {
  const { type, action } = call.effect;
  const run = new Map(Object.entries(actions)).get(type)?.[action];
  if (!run) throw new Error(`There is no action "${action}" for blocks of the kind ${type}`);
  return run(ports, call);
}
