import { z } from 'zod';
import { parsedUrl } from '../checks/parsedUrl.js';
import { parseDiskAmount } from './diskAmount.js';
import { parseOauthClients } from './oauthClients.js';
import { parseRateRules, rateRuleNames } from './rateRules.js';
import { bytesIn, SIZE } from './size.js';
import { parseUploadsInFlight, USUAL_IN_FLIGHT } from './uploadsInFlight.js';

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: `one of ${words.join(', ')}` });
}

/** An integer within limits. */
export function wholeNumber(least: number, most: number) {
  const message = `a whole number from ${least} to ${most}`;
  const isInRange = (value: number) => value >= least && value <= most;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine(isInRange, message);
}

/** A size like 8 MB, in bytes. */
export function size() {
  const small = /(?<!g)b$/i;
  const message = 'a size like 256 KB or 8 MB';
  return z.string().regex(SIZE, message).regex(small, message).transform(bytesIn);
}

/** An amount of disk space: see `parseDiskAmount`. */
export function diskAmount() {
  return z.string().transform((text, context) => {
    const amount = parseDiskAmount(text);
    if (typeof amount !== 'string') return amount;
    const example = 'a size like 10 GB, a share like 50%, or both with a comma';
    context.addIssue(`${example}, which "${amount}" is not`);
    return z.NEVER;
  });
}

/** Limits of simultaneous uploads: see `parseUploadsInFlight`. */
export function uploadsInFlight() {
  return z.string().transform((text, context) => {
    const most = parseUploadsInFlight(text);
    if (typeof most !== 'string') return most;
    context.addIssue(`numbers like ${USUAL_IN_FLIGHT}, which "${most}" is not`);
    return z.NEVER;
  });
}

/** Rate limits by name: see `parseRateRules`. */
export function rateRuleChanges() {
  return z.string().transform((text, context) => {
    const changes = parseRateRules(text);
    if (typeof changes !== 'string') return changes;
    const names = `names: ${rateRuleNames.join(', ')}; units: s, min, h, day`;
    const example = 'limits by name like session=120/min,preview=off';
    context.addIssue(`${example}, which "${changes}" is not (${names})`);
    return z.NEVER;
  });
}

/** OAuth clients with their redirect URIs: see `parseOauthClients`. */
export function oauthClients() {
  return z.string().transform((text, context) => {
    const clients = parseOauthClients(text);
    if (typeof clients !== 'string') return clients;
    const example =
      'clients like dashboard=https://dash.example.com/signed-in,cli=http://127.0.0.1/';
    context.addIssue(
      `${example}, which "${clients}" is not (https, or http on 127.0.0.1, [::1] or localhost)`,
    );
    return z.NEVER;
  });
}

/** Base URLs by vendor: see `parseVendorAddresses`. */
export function vendorAddresses() {
  return z.string().transform((text, context) => {
    const addresses = parseVendorAddresses(text);
    if (typeof addresses !== 'string') return addresses;
    const example = 'addresses by vendor like stripe=http://127.0.0.1:12111';
    context.addIssue(`${example}, which "${addresses}" is not`);
    return z.NEVER;
  });
}

/** AI budgets: see `parseAiBudgets`. */
export function aiBudgets() {
  return z.string().transform((text, context) => {
    const budgets = parseAiBudgets(text);
    if (typeof budgets !== 'string') return budgets;
    const names = 'chat, bot or workspace, and tokens, calls, milliseconds or cost';
    context.addIssue(`budgets like bot.tokens=1000000, which "${budgets}" is not (${names})`);
    return z.NEVER;
  });
}

/** A key of Stripe's test mode. The mode is the part of the key between the underscores (https://docs.stripe.com/keys). */
export function stripeTestKey(beginnings: readonly string[]) {
  const isTest = (text: string) => beginnings.some((beginning) => text.startsWith(beginning));
  const named = beginnings.join(' or ');
  return z
    .string()
    .refine(
      isTest,
      `a key of Stripe's test mode, which begins with ${named}: examples take no real money`,
    );
}

/** A host name or an IP address. */
export function hostName() {
  return z.string().regex(/^[\w.:-]+$/, 'a host name or an IP address');
}

/** Hosts, each with or without a port, in lower case. */
export function hostList() {
  const host = /^([\w-]+(\.[\w-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
  return z
    .string()
    .transform(entriesOf)
    .refine((hosts) => hosts.every((entry) => host.test(entry)), {
      error: 'a list like 10.0.0.5,printer.lan:8080',
    });
}

/** A number of proxies, or a list of addresses and subnets. */
export function proxies() {
  return z
    .string()
    .refine((text) => /^\d{0,2}$/.test(text) || entriesOf(text).every(isSubnet), {
      error: 'a number of proxies, or a list like 10.0.0.5,192.168.0.0/16,fd00::/8',
    })
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : entriesOf(text)));
}

const subnet = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** A subnet of all addresses is refused, because anybody could then claim any address. */
function isSubnet(entry: string): boolean {
  return subnet.safeParse(entry).success && !entry.endsWith('/0');
}

/** The parts of a comma-separated list, in lower case. */
function entriesOf(text: string): string[] {
  const parts = text.toLowerCase().split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A URL with one of these protocols, without a fragment. */
export function address(protocols: readonly string[], example: string) {
  const isRight = (text: string) => {
    const url = parsedUrl(text);
    return url !== undefined && protocols.includes(url.protocol) && url.hash === '';
  };
  return z.string().refine(isRight, example);
}

/** The URL of a Redis or NATS server. A Redis URL may have a database number, which does not matter for its channels. */
export function busAddress() {
  const form = /^(rediss?|nats|tls):\/\/(%[\da-f]{2}|[^/?#%\s])+(\/\d*)?$/i;
  const example =
    'an address like redis://name:password@host:6379 or nats://host:4222 (with TLS: rediss, tls)';
  return z.string().refine((text) => form.test(text) && parsedUrl(text) !== undefined, example);
}

/** Removes slashes at the end of a URL. */
export function withoutTrailingSlash(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '');
}

/** Words separated by spaces, as a list. */
export function words() {
  return z
    .string()
    .regex(/\S/, 'a program with its arguments')
    .transform((text) => text.trim().split(/\s+/));
}

/** The monthly limits of AI usage, by owner and measure, as in `bot.tokens`. */
type AiBudgets = ReadonlyMap<string, number>;

const ENTRY =
  /^((?:chat|bot|workspace)\.(?:(?:tokens|calls|milliseconds)(?==\d+$)|cost))=((?:0|[1-9]\d{0,9})(?:\.\d{1,6})?)$/;

/** Parses budgets like `chat.tokens=50000,workspace.cost=12.50`, with costs in US dollars. Returns the first part that is invalid. */
function parseAiBudgets(text: string): AiBudgets | string {
  const budgets = new Map<string, number>();
  const parts = text.split(',').map((one) => one.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [, name, most] = ENTRY.exec(part) ?? [];
    if (name === undefined) return part;
    budgets.set(name, Number(most));
  }
  return budgets;
}

/** The base URLs of vendors' services, by type of credentials, without a slash at the end. */
type VendorAddresses = ReadonlyMap<string, string>;

const ADDRESS_ENTRY = /^([\w-]{1,40})=(\S{1,500})$/;

/** Parses URLs like `stripe=http://127.0.0.1:12111,posthog=https://eu.i.posthog.com`. Returns the first part that is invalid. */
function parseVendorAddresses(text: string): VendorAddresses | string {
  const addresses = new Map<string, string>();
  const parts = text.split(',').map((partText) => partText.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [, vendor = '', address = ''] = ADDRESS_ENTRY.exec(part) ?? [];
    const url = parsedUrl(address);
    if (!url) return part;
    const { protocol, search, hash, href } = url;
    if (!/^https?:$/.test(protocol) || search !== '' || hash !== '') return part;
    addresses.set(vendor, href.replace(/\/$/, ''));
  }
  return addresses;
}
