import type { AnyBlock, BlockContext, BlockResult } from '../../blocks/kind/block.js';
import type { ForgeEffect } from '../../interpreter/effect.js';
import { filledOptions } from '../filledOptions.js';
import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { bubbleSaying, clientStreams } from '../streamsInto.js';
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
  if (vendor.needsCredentials && typeof credentialsId !== 'string') {
    const description = `Skipped block ${block.id}: its credentials are missing`;
    return { go: 'next', logs: [{ status: 'error', description }] };
  }
  const saidBy = action.canStream && bubbleSaying(block, itemVariableId(action, options), context);
  if (saidBy !== undefined && clientStreams(context)) {
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

function named(credentialsId: unknown, saidBy: string | undefined): Partial<ForgeEffect> {
  return {
    ...(typeof credentialsId === 'string' && { credentialsId }),
    ...(saidBy !== undefined && { saidBy }),
  };
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
  return {
    ...filledOptions(rest, context),
    ...Object.fromEntries(read),
    ...(Array.isArray(messages) && {
      messages: chatMessages(messages.filter(isJsonRecord), context),
    }),
  };
}
