import type { AnyBlock, BlockContext, BlockResult } from '../../blocks/kind/block.js';
import type { ForgeEffect } from '../../interpreter/effect.js';
import { filledOptions } from '../filledOptions.js';
import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { runOnServer } from '../../scripts/serverScript.js';
import { bubbleSaying, isStreamedByClient } from '../streamedText.js';
import { textOf } from '../../text/template.js';
import type { ForgeAction, Vendor } from './action.js';
import { chatMessages } from './chatMessages.js';
import { itemVariableId } from './itemVariableId.js';

/** A block of a vendor's kind. */
export interface ForgeBlock extends AnyBlock {
  readonly options?: JsonRecord | undefined;
}

/** Runs the chosen action: lets the client stream it where it can, else requests an effect. */
export function startAction(vendor: Vendor, block: ForgeBlock, context: BlockContext): BlockResult {
  const { options = {} } = block;
  const action = actionOf(vendor, options);
  if (!action) {
    const description = `Skipped block ${block.id}: no action is chosen`;
    return { go: 'next', logs: [{ status: 'info', description }] };
  }
  const filled = optionsFor(action, options, context);
  const move = action.enter?.(filled, context);
  if (move) return move;
  const { credentialsId } = options;
  const why = whySkipped(vendor, credentialsId, context);
  if (why) {
    const description = `Skipped block ${block.id}: ${why.reason}`;
    return { go: 'next', logs: [{ status: why.status, description }] };
  }
  const saidBy = action.canStream && bubbleSaying(block, itemVariableId(action, options), context);
  if (!mayCallFunctions(filled) && isStreamedByClient(saidBy, context)) {
    return { go: 'client', action: { type: 'stream', stream: true } };
  }
  const effect = {
    kind: 'forge',
    type: vendor.type,
    action: action.name,
    options: filled,
  } as const;
  return { go: 'outside', effect: { ...effect, ...named(credentialsId, saidBy) } };
}

/** Why a chosen action is not started. */
function whySkipped(
  { isTracking, needsCredentials }: Vendor,
  credentialsId: unknown,
  { settings }: BlockContext,
) {
  if (isTracking && settings.isPreview) {
    return { status: 'info', reason: 'it sends nothing in a preview' } as const;
  }
  return needsCredentials && typeof credentialsId !== 'string'
    ? ({ status: 'error', reason: 'its credentials are missing' } as const)
    : undefined;
}

function named(credentialsId: unknown, saidBy: string | undefined): Partial<ForgeEffect> {
  return {
    ...(typeof credentialsId === 'string' && { credentialsId }),
    ...(saidBy !== undefined && { saidBy }),
  };
}

/** Functions run within a turn, so the client does not stream the text of a model that may call some. */
function mayCallFunctions({ tools, functions }: JsonRecord): boolean {
  return [tools, functions].some((list) => Array.isArray(list) && list.length > 0);
}

/** The action that a block's options choose. */
export function actionOf({ actions }: Vendor, { action }: JsonRecord): ForgeAction | undefined {
  return actions.find(({ name }) => name === action);
}

/** The options for the vendor: without members that only this server reads, with variables and dialogues filled in. */
function optionsFor(action: ForgeAction, options: JsonRecord, context: BlockContext): JsonRecord {
  const {
    action: _action,
    credentialsId: _credentials,
    responseMapping: _mapping,
    ...rest
  } = options;
  const read = Object.entries(action.reads ?? {}).flatMap(([key, as]) => {
    const variableId = options[key];
    const value = typeof variableId === 'string' ? textOf(context.value(variableId)) : '';
    return value === '' ? [] : [[as, value] as const];
  });
  const { messages } = options;
  const filled = filledOptions(rest, context);
  return {
    ...filled,
    ...scriptsIn(filled, context),
    ...namedVariables(action, filled, context),
    ...Object.fromEntries(read),
    ...(Array.isArray(messages) && {
      messages: chatMessages(messages.filter(isJsonRecord), context),
    }),
  };
}

/** The functions that a model may call: their code becomes a script, because it runs here and not at the vendor. */
function scriptsIn(filled: JsonRecord, context: BlockContext): JsonRecord {
  const lists = ['tools', 'functions'].flatMap((key) => {
    const functions = filled[key];
    if (!Array.isArray(functions)) return [];
    return [[key, functions.filter(isJsonRecord).map((one) => scripted(one, context))] as const];
  });
  return Object.fromEntries(lists);
}

function scripted({ code, ...described }: JsonRecord, context: BlockContext): JsonRecord {
  if (typeof code !== 'string') return described;
  return { ...described, script: runOnServer(context.script(code), context) };
}

/** Adds the names of the variables to fill, which tell the model what to look for. */
function namedVariables(
  { lists }: ForgeAction,
  filled: JsonRecord,
  { flow }: BlockContext,
): JsonRecord {
  const members = lists?.part === 'variableId' ? filled[lists.key] : undefined;
  if (!lists || !Array.isArray(members)) return {};
  const named = members.filter(isJsonRecord).map((member) => {
    const variable = flow.variable(String(member['variableId']));
    return variable ? { ...member, name: variable.name } : member;
  });
  return { [lists.key]: named };
}
