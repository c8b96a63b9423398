import type { JsonObject } from '@parley/client';

const MEGABYTE = 1024 * 1024;

/**
 * The text of an exported bot that was chosen, dropped or pasted. One that is larger than `limit` bytes is refused unread, with an
 * `Error` in words for a person.
 */
export async function textOf(file: Blob, limit: number): Promise<string> {
  if (file.size <= limit) return file.text();
  const [size, most] = [file.size, limit].map((bytes) => (bytes / MEGABYTE).toFixed(1));
  throw new Error(
    `This is too large: it has ${size} MB, and this server takes bots of at most ${most} MB. Pictures that are inside the file make it so: name their addresses instead.`,
  );
}

/**
 * The flow in the text of an exported file. `title` is its name where it has none, as in old exports. Throws an `Error` with words
 * for a person where there is nothing to play in it.
 */
export function readFlow(text: string, title: string): JsonObject {
  const flow = unwrapped(parsed(text));
  if (Array.isArray(flow)) {
    throw new Error('This JSON is a list: an exported bot is one object, with its groups in it.');
  }
  if (!isObject(flow) || !('groups' in flow)) {
    throw new Error('This JSON is no exported bot: it has no groups.');
  }
  if (Array.isArray(flow.groups) && flow.groups.every(isEmpty)) {
    throw new Error('There is nothing to play: no group of this bot has a block in it.');
  }
  if (!('edges' in flow) || isEmptyList(flow.edges)) {
    throw new Error(
      'There is nothing to play: this bot has no edges, which lead from its start to its groups. Export it again, whole.',
    );
  }
  return { ...flow, name: 'name' in flow && flow.name ? flow.name : title };
}

/** The flow itself, which responses of APIs have inside a member, such as `bot`. */
function unwrapped(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value) || 'groups' in value) return value;
  const [flow] = Object.values(value).filter((member) => isObject(member) && 'groups' in member);
  return flow ?? value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw new Error('There is nothing in it.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This is not JSON: choose the file that was exported, or paste all of it.');
  }
}

/** Whether a group has no blocks, whatever its version calls them. */
function isEmpty(group: unknown): boolean {
  return isObject(group) && Object.values(group).every(isNoList);
}

function isNoList(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
