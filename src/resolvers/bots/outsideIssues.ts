import { accountsIn, linkTarget, type LocatedBlock } from '../../engine/index.js';
import { keyOfLink } from './endlessLinks.js';
import { issue, type PlacedIssue } from './issueAt.js';

/** The things of a flow's workspace that its blocks may refer to. */
export interface WorkspaceParts {
  /** The types of the credentials, by id. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly bots: ReadonlySet<string>;
  /** Those of the bots that have no published version. */
  readonly unpublished: ReadonlySet<string>;
  /** Where links lead that go round through other bots: see `endlessLinks`. */
  readonly endless: ReadonlySet<string>;
  /** The credentials of the bot's messenger channel, if it has any. */
  readonly messenger: string | null;
  /** The revision of the draft; null for a flow that is none. */
  readonly revision: number | null;
}

/** What is wrong with a block and its workspace, besides parts that are missing. */
export function* outsideIssues(
  at: LocatedBlock,
  { credentials, endless }: WorkspaceParts,
): Generator<PlacedIssue> {
  const link = linkTarget(at.block);
  if (link && endless.has(keyOfLink(link)))
    yield issue('LOOP_WITHOUT_INPUT', at, 'through other bots');
  for (const { id, type, path } of accountsIn(at.block)) {
    const own = credentials.get(id);
    if (own !== undefined && own !== type)
      yield issue('CREDENTIALS_OF_OTHER_TYPE', { ...at, path }, `${own}, not ${type}`);
  }
}
