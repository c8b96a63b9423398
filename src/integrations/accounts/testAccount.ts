import { z } from 'zod';
import { withoutSlash } from '../account.js';
import { META_ADDRESS } from '../metaAddress.js';
import { modelVendor } from '../models/modelVendors.js';
import type { OpenSecret } from '../secrets.js';
import { checkMailServer } from '../smtp/deliver.js';
import { mailServerOf } from '../smtp/mailServer.js';
import type { AccountPorts } from './accountPorts.js';
import { anyAnswer, askForJson } from './askForJson.js';
import { googleOf } from './googleOf.js';
import { listModels } from './listModels.js';
import { listVoices } from './listVoices.js';

/** Whether credentials work, and a sentence about it for people; undefined where nothing can be tried. */
export interface Tested {
  readonly isWorking: boolean | undefined;
  readonly message: string;
}

/** Tries credentials with a request that changes nothing. Never rejects. */
export async function testAccount(ports: AccountPorts, found: OpenSecret): Promise<Tested> {
  try {
    const message = await tests[found.type]?.(ports, found);
    return message === undefined
      ? { isWorking: undefined, message: NOT_TRIED }
      : { isWorking: true, message };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { isWorking: false, message: sentence(why) };
  }
}

const NOT_TRIED =
  'This service has no request that only tries an account: it is tried when a block uses it.';

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

function counted({ length }: readonly unknown[], thing: string): string {
  return `${length} ${thing}${length === 1 ? '' : 's'}`;
}

/** Resolves with what was found; with nothing where there is nothing to try. */
type Test = (ports: AccountPorts, found: OpenSecret) => Promise<string | undefined>;

const testModels: Test = async (ports, found) => {
  const models = await listModels(ports, found);
  return `It works: the account may use ${counted(models, 'model')}.`;
};

const keySchema = z.looseObject({ apiKey: z.string().min(1) });

/** OpenRouter lists its models to anybody, so they say nothing about a key. */
const testOpenRouter: Test = async ({ http, addresses }, { type, data }) => {
  const { apiKey } = keySchema.parse(data);
  const address = withoutSlash(addresses.get(type) ?? modelVendor(type).address);
  const headers = { authorization: `Bearer ${apiKey}` };
  await askForJson(http, { url: `${address}/key`, headers }, anyAnswer);
  return 'It works: OpenRouter knows the key.';
};

const testMail: Test = async ({ http }, { data }) => {
  const server = mailServerOf(data);
  if (typeof server === 'string') throw new Error(server);
  await checkMailServer(http, server);
  return `It works: ${server.host} takes e-mails from ${server.from.email}.`;
};

const stripeSchema = z.object({
  live: z.object({ secretKey: z.string() }),
  test: z.object({ secretKey: z.string().nullish() }),
});

const testStripe: Test = async ({ http, addresses }, { data }) => {
  const { live, test } = stripeSchema.parse(data);
  const url = `${addresses.get('stripe') ?? 'https://api.stripe.com'}/v1/balance`;
  for (const key of [live.secretKey, test.secretKey]) {
    if (key)
      await askForJson(http, { url, headers: { authorization: `Bearer ${key}` } }, anyAnswer);
  }
  return test.secretKey
    ? 'It works: Stripe knows both keys.'
    : 'It works: Stripe knows the key of live chats.';
};

const nocodbSchema = z.looseObject({ baseUrl: z.string().nullish(), apiKey: z.string().nullish() });

const testNocodb: Test = async ({ http, addresses }, { type, data }) => {
  const { baseUrl, apiKey } = nocodbSchema.parse(data);
  const address = withoutSlash(baseUrl || (addresses.get(type) ?? 'https://app.nocodb.com'));
  const headers = { 'xc-token': apiKey ?? '' };
  await askForJson(http, { url: `${address}/api/v2/meta/bases`, headers }, anyAnswer);
  return 'It works: NocoDB knows the key.';
};

const difySchema = z.looseObject({ apiEndpoint: z.string().nullish(), apiKey: z.string().min(1) });

const testDify: Test = async ({ http, addresses }, { type, data }) => {
  const { apiEndpoint, apiKey } = difySchema.parse(data);
  const usual = addresses.get(type) ?? 'https://api.dify.ai';
  const url = `${withoutSlash(apiEndpoint || usual).replace(/\/v1$/, '')}/v1/info`;
  await askForJson(http, { url, headers: { authorization: `Bearer ${apiKey}` } }, anyAnswer);
  return 'It works: Dify knows the key.';
};

const basicSchema = z.object({ origin: z.string(), username: z.string(), password: z.string() });

const testBasicAuth: Test = async ({ http }, { data }) => {
  const { origin, username, password } = basicSchema.parse(data);
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  const response = await http.send({ url: origin, headers: { authorization: `Basic ${login}` } });
  if (!response.ok) throw new Error(`The address does not answer: ${response.message}`);
  if (response.status === 401) throw new Error('The address refused the name or the password.');
  return `The address answered with ${response.status}, and did not refuse the name and password.`;
};

/** Without a document there is nothing to read, so only the access is tried: a fault is named before any request for rows. */
const testSheets: Test = async (ports, found) => {
  const call = await googleOf(ports, 'google sheets', found);
  await call('/v4/spreadsheets/none').catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('Google refused it (404'))
      throw error;
  });
  return 'It works: Google gives access to the sheets of the account.';
};

/** An account that may only send e-mails cannot read anything: Google refuses that with this reason, and would refuse a wrong token otherwise. */
const testGmail: Test = async (ports, found) => {
  const call = await googleOf(ports, 'gmail', found);
  await call('/gmail/v1/users/me/labels').catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('insufficient authentication scopes'))
      throw error;
  });
  return 'It works: Google gives access to the account.';
};

const testVoices: Test = async (ports, found) => {
  const voices = await listVoices(ports, found);
  return `It works: the account may use ${counted(voices, 'voice')}.`;
};

const numberSchema = z.object({
  provider: z.literal('meta').nullish(),
  systemUserAccessToken: z.string(),
  phoneNumberId: z.string(),
});

/** Of messengers, only Meta names the number of an account without sending anything. */
const testMessenger: Test = async ({ http, addresses }, { data }) => {
  const account = numberSchema.safeParse(data).data;
  if (!account) return undefined;
  const base = addresses.get('meta') ?? META_ADDRESS;
  const fields = 'fields=display_phone_number,verified_name';
  const url = `${base}/${encodeURIComponent(account.phoneNumberId)}?${fields}`;
  const headers = { authorization: `Bearer ${account.systemUserAccessToken}` };
  const shape = z.object({ display_phone_number: z.string(), verified_name: z.string().nullish() });
  const { display_phone_number: number, verified_name: name } = await askForJson(
    http,
    { url, headers },
    shape,
  );
  return `It works: the number is ${number}${name ? `, ${name}` : ''}.`;
};

/** How each type of credentials is tried; the others have no request that changes nothing. */
const tests: Readonly<Record<string, Test>> = {
  smtp: testMail,
  stripe: testStripe,
  messenger: testMessenger,
  nocodb: testNocodb,
  'dify-ai': testDify,
  'http basic auth': testBasicAuth,
  'google sheets': testSheets,
  gmail: testGmail,
  elevenlabs: testVoices,
  openai: testModels,
  anthropic: testModels,
  mistral: testModels,
  'together-ai': testModels,
  'open-router': testOpenRouter,
  groq: testModels,
  deepseek: testModels,
};
