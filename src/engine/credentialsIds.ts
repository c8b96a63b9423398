import type { Group } from './group.js';
import { isJsonRecord } from './jsonRecord.js';

/** The credentials that the blocks of a flow name, each once. */
export function credentialsIds(flow: { readonly groups?: readonly Group[] | undefined }): string[] {
  const options = (flow.groups ?? []).flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('options' in block ? [block.options] : [])),
  );
  const named = options.flatMap((option) =>
    isJsonRecord(option) ? [option['credentialsId'], option['proxyCredentialsId']] : [],
  );
  return [...new Set(named.filter((id) => typeof id === 'string'))];
}
