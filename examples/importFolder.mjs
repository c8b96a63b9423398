// Brings a folder of exported flows into a workspace: node importFolder.mjs <folder> <workspaceId> [options]
// docs/guide/move-here.md tells what comes along, and what each option does. It may be run again at any time: each flow is one bot
// here, by the id it has in its file, and only what changed is brought again.
import { existsSync, writeFileSync } from 'node:fs';
import { bringBots } from './moving/bots.mjs';
import { mediaIn, readFlows } from './moving/flows.mjs';
import { bringTemplates, inviteMembers, openFolders, readPart } from './moving/parts.mjs';
import { optionsOf } from './moving/optionsOf.mjs';
import { bringResults, resultsFile } from './moving/results.mjs';
import { openParley } from './moving/send.mjs';

const { values: options, positionals } = optionsOf({
  allowPositionals: true,
  options: {
    publish: { type: 'boolean' },
    replace: { type: 'boolean' },
    members: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'files-from': { type: 'string', default: '' },
    report: { type: 'string' },
  },
});
const [folder, workspaceId] = positionals;
if (!workspaceId) {
  console.error('Say from where and where to: importFolder.mjs <folder> <workspaceId> [options]');
  process.exit(2);
}
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}`);
  process.exit(2);
}
process.on('uncaughtException', ({ message }) => {
  console.error(`${message.replace(/\.$/, '')}. What was brought is there: run the same again.`);
  process.exit(1);
});
const settings = {
  server: process.env.PARLEY ?? 'http://127.0.0.1:3000',
  workspaceId,
  hosts: new Set(options['files-from'].split(',').filter(Boolean)),
  isDryRun: options['dry-run'] ?? false,
  publish: options.publish ?? false,
  replace: options.replace ?? false,
};
const parley = openParley(settings.server, process.env.TOKEN);

/** What was done, in its order: printed, and written to the file of `--report`. */
const report = [];
function note(what, message) {
  report.push({ what, message });
  console.log(`${what}: ${message}`);
}

const given = { ...settings, note };
await bringTemplates(parley, { ...given, templates: readPart(folder, 'themeTemplates') });
const flows = readFlows(folder);
const folderOf = openFolders(parley, { ...given, folders: readPart(folder, 'folders') });
const botIds = await bringBots(parley, { flows, settings, folderOf, note });

for (const { file, sourceId } of flows) {
  const results = resultsFile(folder, sourceId);
  const botId = botIds.get(sourceId);
  if (botId === undefined || !existsSync(results)) continue;
  const { found, imported } = await bringResults(parley, { ...given, file: results, botId });
  note(file, `${found} results, of which ${imported} are new here`);
}

if (options.members)
  await inviteMembers(parley, { ...given, members: readPart(folder, 'members') });

for (const { file, flow } of flows) {
  if (flow?.customDomain)
    note(file, `has the domain ${flow.customDomain}: add it to the workspace`);
}

/** How many pictures, sounds and films still load from each other machine. */
const elsewhere = new Map();
for (const { flow } of flows) {
  for (const address of mediaIn(flow ?? {})) {
    const { host } = new URL(address);
    if (!settings.hosts.has(host)) elsewhere.set(host, (elsewhere.get(host) ?? 0) + 1);
  }
}
for (const [host, count] of elsewhere) {
  const [files, them] = count === 1 ? ['one file loads', 'it'] : [`${count} files load`, 'them'];
  note(host, `${files} from there; --files-from ${host} copies ${them}`);
}

if (options.report) writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`);
