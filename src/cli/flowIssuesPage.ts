import { issueCodes } from '../engine/index.js';

/** A flow that has an issue, and the nearest one that has not, as sketches. */
type Pairs = Readonly<Record<string, { readonly has: unknown; readonly hasNot: unknown }>>;

/** The text of docs/flow-issues.md, made from the table of codes and docs/flow-issues.json; `npm run blocks` writes it. */
export function flowIssuesPage(pairs: Pairs): string {
  const codes = Object.entries(issueCodes);
  return [
    HEAD,
    [
      '| Code | Level | What is wrong | What follows |',
      '| --- | --- | --- | --- |',
      ...codes.map(
        ([code, { level, title, why }]) =>
          `| [\`${code}\`](#${code.toLowerCase()}) | ${level} | ${cell(title)} | ${cell(why)} |`,
      ),
    ].join('\n'),
    ...codes.flatMap(([code, { advice }]) => sectionOf(code, advice, pairs)),
  ].join('\n\n');
}

const HEAD = `# Issues of a flow

What \`flowIssues\`, \`Bot.issues\` and \`GET /v1/bots/{botId}/issues\` list, from the code: \`npm run blocks\` writes this page. Do not edit it.

- \`ERROR\`: chats that come here do not do what was meant.
- \`WARNING\`: chats go on; something in the flow is of no use, or goes wrong for some.
- \`HINT\`: it may be meant so; worth a look.

Below is, for each code, a flow that has it and the nearest flow that has not, in short: groups by title, each a list of blocks; \`to\`
is where an edge leads; the id of the variable \`Name\` is \`vName\`. The start leads to the first group. Both are tests.`;

function sectionOf(code: string, advice: string, pairs: Pairs): string[] {
  const { [code]: pair } = pairs;
  return [
    `## ${code}`,
    `${advice}.`,
    ...(pair ? ['Has it:', json(pair.has), 'Has not:', json(pair.hasNot)] : []),
  ];
}

function json(sketch: unknown): string {
  return `\`\`\`json\n${JSON.stringify(sketch)}\n\`\`\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
