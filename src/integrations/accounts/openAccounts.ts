import { LRUCache } from 'lru-cache';
import { accountForms, type GoogleService } from '../google/googleAccount.js';
import type { GoogleClient } from '../google/requestTokens.js';
import { type OpenSecret, NO_CREDENTIALS } from '../secrets.js';
import type { AccountPorts, ListedOption } from './accountPorts.js';
import { listModels } from './listModels.js';
import { listColumns, listSheets, type SheetPlace } from './listSheets.js';
import { listVoiceModels, listVoices } from './listVoices.js';
import { type Tested, testAccount } from './testAccount.js';

/** The access to an account that a person connected. */
interface Access {
  /** Null where no token was issued yet. */
  readonly expiresAt: Date | null;
  /** Whether another token can be requested after that. */
  readonly isRenewed: boolean;
}

/** The access of credentials of Google; undefined for others, and for data that is not of their form. */
function accessOf(
  { type, data }: OpenSecret,
  client: GoogleClient | undefined,
): Access | undefined {
  if (!isGoogle(type)) return undefined;
  try {
    const { accessToken, expiresAt, grant } = accountForms[type].readAccount(data, client);
    const isIssued = accessToken !== undefined && expiresAt > 0;
    return { expiresAt: isIssued ? new Date(expiresAt) : null, isRenewed: grant !== undefined };
  } catch {
    return undefined;
  }
}

function isGoogle(type: string): type is GoogleService {
  return Object.hasOwn(accountForms, type);
}

/** A member of a block, and what its form holds. */
interface OptionsAsked {
  /** The type of the block. */
  readonly type: string;
  readonly path: string;
  /** Texts of the members that the description names (`listedBy`), by their names. */
  readonly values: Readonly<Record<string, string>>;
  /** By what the answer is kept: the credentials, and when they were last saved. */
  readonly key: string;
}

/** Asks services about accounts, for forms. */
export interface Accounts {
  /** What a member can be. Rejects with a sentence that says what to do; undefined if nothing lists this member. */
  listOptions(
    asked: OptionsAsked,
    open: () => Promise<OpenSecret | undefined>,
  ): Promise<readonly ListedOption[] | undefined>;
  /** The access to an account that a person connected; undefined for other credentials. */
  accessOf(found: OpenSecret): Access | undefined;
  /** Whether credentials work; never rejects. */
  test(found: OpenSecret): Promise<Tested>;
}

/** Milliseconds for which a list is kept: people open a form again and again. */
const KEPT = 60_000;

/** Opens the questions that forms have about accounts; lists are kept for a minute. */
export function openAccounts(ports: AccountPorts): Accounts {
  const kept = new LRUCache<string, readonly ListedOption[]>({ max: 500, ttl: KEPT });
  return {
    listOptions: async (asked, open) => {
      const lister = listerOf(asked);
      if (!lister) return undefined;
      const key = JSON.stringify(asked);
      const known = kept.get(key);
      if (known) return known;
      const found = await open();
      if (found?.type !== lister.credentials) throw new Error(NO_CREDENTIALS);
      const listed = await lister.list(ports, found, placeOf(asked));
      kept.set(key, listed);
      return listed;
    },
    accessOf: (found) => accessOf(found, ports.googleClient),
    test: (found) => testAccount(ports, found),
  };
}

interface Lister {
  readonly credentials: string;
  list(ports: AccountPorts, found: OpenSecret, place: SheetPlace): Promise<ListedOption[]>;
}

const MODELS = [
  ...['openai', 'anthropic', 'mistral', 'together-ai', 'open-router'],
  ...['groq', 'perplexity', 'deepseek'],
];

function listerOf({ type, path }: OptionsAsked): Lister | undefined {
  const name = path.replace(/^.*[.]/, '');
  const vendor = type === 'OpenAI' ? 'openai' : type;
  if (name === 'model' && MODELS.includes(vendor)) return { credentials: vendor, list: listModels };
  const credentials = type === 'Google Sheets' ? 'google sheets' : type;
  const list = OTHERS[`${type} ${name}`];
  return list && { credentials, list };
}

const OTHERS: Readonly<Record<string, Lister['list']>> = {
  'elevenlabs voiceId': listVoices,
  'elevenlabs modelId': listVoiceModels,
  'Google Sheets sheetId': listSheets,
  'Google Sheets column': listColumns,
};

function placeOf({ values }: OptionsAsked): SheetPlace {
  const { spreadsheetId = '', sheetId = '' } = values;
  return { spreadsheetId, sheetId };
}
