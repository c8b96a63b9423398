import { openBotsCredentials } from '../auth/credentials.js';
import type { SecretBox } from '../auth/secretBox.js';
import type { ChatPorts } from '../chat/ports.js';
import type { Config } from '../config/config.js';
import { kindOf } from '../engine/index.js';
import { boundExamples, withExampleAccounts } from '../examples/useAccounts.js';
import type { Metrics } from '../http/metrics.js';
import { openAiMeter } from '../integrations/aiMeter.js';
import type { CodeRunner } from '../integrations/codeRunner.js';
import type { Http } from '../integrations/http.js';
import { createHandleEffect } from '../integrations/index.js';
import type { Prices } from '../integrations/prices/prices.js';
import type { Log } from '../log/log.js';
import { countEmails } from '../rateLimits/chats.js';
import { countExamples } from '../rateLimits/chats.js';
import type { RateLimits } from '../rateLimits/limits.js';
import type { Storage } from '../storage/orm.js';
import { findPreviewAddress } from '../storage/restrictedPreviews.js';

/** The dependencies of the handler of effects. */
interface EffectParts {
  readonly storage: Storage;
  readonly sandbox: CodeRunner;
  readonly http: Http;
  readonly secrets: SecretBox;
  readonly metrics: Metrics;
  readonly prices: Prices;
  readonly rateLimits: RateLimits | undefined;
  readonly log: Log;
}

/** Opens the handler of chats' effects. It uses credentials of the bot's workspace, or for examples the accounts of the operator. */
export function openEffects(config: Config, parts: EffectParts): ChatPorts['handleEffect'] {
  const { storage, sandbox, http, secrets, metrics, prices, rateLimits, log } = parts;
  const { chatPool: pool } = storage;
  const { vendorAddresses: addresses, mailServer, googleClient, exampleAccounts } = config;
  const handle = createHandleEffect(sandbox, http, {
    openSecrets: withExampleAccounts(exampleAccounts, openBotsCredentials(secrets, pool, true)),
    ...{ addresses, mailServer, googleClient },
    countUse: metrics.addTokens,
    aiMeter: openAiMeter({ ...config, prices }, storage, log),
    usesAi: (type) => kindOf(type).usesAi === true,
    countEmail: countEmails(rateLimits),
  });
  const count = countExamples(rateLimits, (chat) => findPreviewAddress(pool, chat));
  return boundExamples(handle, { count, log });
}
