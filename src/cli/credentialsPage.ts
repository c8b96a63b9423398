import type { z } from 'zod';
import { tableOf } from './blocksPage.js';
import { titledTables } from './optionRows.js';

/**
 * The text of docs/credentials.md, generated from the schema of credentials; `npm run blocks` writes it. Types with the same members share
 * a table.
 */
export function credentialsPage(schema: z.ZodType): string {
  const typesOf = new Map<string, string[]>();
  for (const { title, tables } of titledTables(schema)) {
    const text = tables.flatMap(tableOf).join('\n\n');
    typesOf.set(text, [...(typesOf.get(text) ?? []), `\`${title}\``]);
  }
  return [HEAD, ...[...typesOf].flatMap(([text, types]) => [`## ${types.join(', ')}`, text])].join(
    '\n\n',
  );
}

const HEAD = `# Credentials

Keys and passwords of services are saved as credentials of a workspace, and blocks name them by their id (\`credentialsId\`). Every type there is,
from its code: \`npm run blocks\` writes this page. Do not edit it.

\`\`\`sh
curl "$PARLEY/api/v1/credentials" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "workspaceId": "wks_…",
  "credentials": { "type": "smtp", "name": "Our mail", "data": { "host": "mail.example.com", "port": 587, "from": { "email": "hello@example.com" } } }
}'
\`\`\`

\`\`\`json
{ "credentialsId": "crd_…" }
\`\`\`

Over GraphQL the same is \`saveCredentials\`. With a \`credentialsId\` beside \`credentials\` those are changed, and their id stays. What is in \`data\` is
stored encrypted, and its secrets are never read back. \`updateCredentials\` (over REST \`PATCH
/v1/credentials/{credentialsId}\`) changes some members, and \`testCredentials\` (\`POST /v1/credentials/{credentialsId}/test\`) tries them with a
request that changes nothing. Whoever may change the workspace may save credentials, and everybody who edits its bots can use them.

Credentials show who saved them first (\`createdBy\`), when a chat last used them, to five minutes (\`lastUsedAt\`), and until when the access
to an account at Google lasts and whether the server renews it (\`access\`).

\`data\` holds, by the \`type\`, the members below. A member is optional unless it is marked; unknown ones are dropped. Where it has an address of the
service (\`baseUrl\`, \`apiEndpoint\`, \`host\`), that address comes before the one in \`VENDOR_ADDRESSES\`. A private address must be listed in
\`OUTBOUND_ALLOWED_HOSTS\`.`;
