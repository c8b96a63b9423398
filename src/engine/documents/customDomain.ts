import { z } from 'zod';

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const LAST_LABEL = /\.[A-Za-z][^.]+$/;
const PATH = /^[\w/-]+$/;
const MAX_HOST_LENGTH = 253;

/**
 * The address a bot is served at: a host, alone or followed by `/` and a path. The host is lower-cased, because hosts
 * are case-insensitive; the path stays as sent.
 */
export const customDomainSchema = z
  .string()
  .max(2000)
  .refine(
    isHostAndPath,
    'Must be a host such as chat.example.com, alone or followed by / and a path',
  )
  .overwrite(withLowerCaseHost);

function isHostAndPath(address: string): boolean {
  const { host, path } = partsOf(address);
  const isHost = host.split('.').every((label) => LABEL.test(label)) && LAST_LABEL.test(host);
  return isHost && host.length <= MAX_HOST_LENGTH && (path === undefined || PATH.test(path));
}

function withLowerCaseHost(address: string): string {
  const { host } = partsOf(address);
  return host.toLowerCase() + address.slice(host.length);
}

function partsOf(address: string): { host: string; path: string | undefined } {
  const slash = address.indexOf('/');
  if (slash < 0) return { host: address, path: undefined };
  return { host: address.slice(0, slash), path: address.slice(slash + 1) };
}
