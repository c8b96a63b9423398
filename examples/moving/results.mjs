// Results that a bot collected elsewhere: one line of JSON each, newest first.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const resultsFile = (folder, sourceId) =>
  join(folder, 'results', `${encodeURIComponent(sourceId)}.jsonl`);

/** The results in a file; a last line that was cut off is left out. */
export async function* readResults(file) {
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const result = parsed(line);
    if (result) yield result;
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const IMPORT = `mutation ($input: ImportResultsInput!) {
  importResults(input: $input) { importedCount userErrors { message reason } }
}`;

/** The most that is sent at once: results, and characters of them. */
const MOST = { results: 100, length: 1_000_000 };

/** Brings the results in a file to a bot, each once. Gives how many there are, and how many are new here. */
export async function bringResults(parley, { file, botId, isDryRun }) {
  const counts = { found: 0, imported: 0 };
  const flush = async (results) => {
    counts.found += results.length;
    if (isDryRun || results.length === 0) return;
    const { importResults } = await parley(IMPORT, { input: { botId, results } });
    counts.imported += importResults.importedCount;
  };
  let batch = [];
  let length = 0;
  for await (const result of readResults(file)) {
    const size = JSON.stringify(result).length;
    if (batch.length === MOST.results || length + size > MOST.length) {
      await flush(batch);
      [batch, length] = [[], 0];
    }
    batch.push(result);
    length += size;
  }
  await flush(batch);
  return counts;
}
