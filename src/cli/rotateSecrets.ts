import { rotateSecrets } from '../auth/rotateSecrets.js';
import { openSecretBox } from '../auth/secretBox.js';
import { addKey } from '../auth/secretKeys.js';
import { runCommand } from './command.js';

/**
 * `npm run rotate-secrets`: re-encrypts the secrets of all credentials and webhooks. With `SECRET_KEY=new,old` it uses the first key; else
 * it creates a key in the data folder and keeps the previous one for older backups. A running server follows by itself.
 */
await runCommand(async ({ config, openUnit }) => {
  const { secretKey } = config;
  if (secretKey === undefined) await addKey(config);
  const count = await rotateSecrets(openSecretBox(config), openUnit);
  const next = secretKey?.includes(',')
    ? ' SECRET_KEY can be the first of its keys alone now.'
    : '';
  return `${count} credentials and webhooks are encrypted with the newest key.${next}`;
});
