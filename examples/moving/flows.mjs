// The exported flows of a folder, and what in them names other things.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The flows of a folder, each with the id it has where it comes from (a file without one is known by its name), or with the reason
 * why it is refused: it is no JSON, or another file has the same id or public id.
 */
export function readFlows(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const flows = files.sort().map((file) => readFlow(folder, file));
  for (const member of ['sourceId', 'publicId']) refuseClashes(flows, member);
  return flows;
}

function readFlow(folder, file) {
  try {
    const flow = named(JSON.parse(readFileSync(join(folder, file), 'utf8')), file);
    const { id, publicId } = flow;
    return { file, flow, sourceId: id ?? `file ${file}`, publicId: publicId ?? undefined };
  } catch (error) {
    return { file, refused: error.message };
  }
}

/** Old exports have no name: that of the file tells the bots apart. */
function named(flow, file) {
  return flow?.groups && !flow.name ? { ...flow, name: basename(file, '.json') } : flow;
}

const WORDS = { sourceId: 'id', publicId: 'public id' };

function refuseClashes(flows, member) {
  for (const flow of flows) {
    const same = flows.filter((other) => other[member] === flow[member]);
    if (flow[member] === undefined || same.length === 1) continue;
    const names = same.map(({ file }) => file).join(', ');
    flow.refused ??= `${names} have the same ${WORDS[member]}, ${flow[member]}`;
  }
}

/** Whether visitors could chat with the bot where it comes from. */
export function wasPublic({ publicId, flow }) {
  const { isClosed, isArchived, publishedTypebotId } = flow;
  return publicId !== undefined && !isClosed && !isArchived && publishedTypebotId !== null;
}

/** The flow with other texts: `replace` gives the new text for each whole text in it. */
export function withTexts(value, replace) {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((part) => withTexts(part, replace));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, part]) => [key, withTexts(part, replace)]);
  return Object.fromEntries(entries);
}

const MEDIA =
  /^https?:\/\/[^\s{}]+\.(?:png|jpe?g|gif|webp|avif|svg|mp3|wav|ogg|m4a|mp4|webm|pdf)(?:\?\S*)?$/i;

/** The addresses of pictures, sounds and films in a flow. */
export function mediaIn(flow) {
  const found = new Set();
  withTexts(flow, (text) => {
    if (MEDIA.test(text) && URL.canParse(text)) found.add(text);
    return text;
  });
  return found;
}
