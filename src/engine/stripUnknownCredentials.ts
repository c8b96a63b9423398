import type { Group } from './group.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import { without } from './rewrite.js';

/** What an Email block without credentials of its own sends through: the mail server of this installation. */
const DEFAULT_MAIL = 'default';

/**
 * The flow without credentials its workspace does not have: their ids are removed from the blocks, and an Email block
 * falls back to the installation's own mail server (choices, "Authoring"; data-model §2.8).
 */
export function stripUnknownCredentials<
  F extends { readonly groups?: readonly Group[] | undefined },
>(flow: F, knownIds: ReadonlySet<string>): F {
  if (flow.groups === undefined) return flow;
  const groups = flow.groups.map((group) => ({
    ...group,
    blocks: group.blocks.map((block) => stripBlock(block, knownIds)),
  }));
  return { ...flow, groups };
}

function stripBlock<B extends { readonly type: string }>(block: B, known: ReadonlySet<string>): B {
  if (!('options' in block) || !isJsonRecord(block.options)) return block;
  const options = stripOptions(block.type, block.options, known);
  return options === block.options ? block : { ...block, options };
}

function stripOptions(type: string, options: JsonRecord, known: ReadonlySet<string>): JsonRecord {
  const isForeign = (id: unknown) => typeof id === 'string' && !known.has(id);
  const direct = isForeign(options['proxyCredentialsId'])
    ? without(options, 'proxyCredentialsId')
    : options;
  if (!isForeign(direct['credentialsId'])) return direct;
  if (type === 'Email') return { ...direct, credentialsId: DEFAULT_MAIL };
  return without(direct, 'credentialsId');
}
