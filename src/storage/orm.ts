import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { Answer } from '../schema/answer.js';
import { ApiToken } from '../schema/apiToken.js';
import { Bot } from '../schema/bot.js';
import { BotChange } from '../schema/botChange.js';
import { BotVersion } from '../schema/botVersion.js';
import { Collaborator } from '../schema/collaborator.js';
import { BotCredentials, Credentials } from '../schema/credentials.js';
import { ExportJob } from '../schema/exportJob.js';
import { Identity } from '../schema/identity.js';
import { Invitation } from '../schema/invitation.js';
import { CustomDomain } from '../schema/customDomain.js';
import { Folder } from '../schema/folder.js';
import { Member } from '../schema/member.js';
import { Result } from '../schema/result.js';
import { ThemeTemplate } from '../schema/themeTemplate.js';
import { User } from '../schema/user.js';
import { Workspace } from '../schema/workspace.js';

/** The records, listed by hand: nothing is found by scanning folders. */
export const records = [
  User,
  ApiToken,
  Workspace,
  Member,
  Folder,
  Bot,
  BotVersion,
  Result,
  ExportJob,
  Answer,
  BotChange,
  ThemeTemplate,
  CustomDomain,
  Collaborator,
  Credentials,
  BotCredentials,
  Invitation,
  Identity,
];

/** One piece of work on the database: what it loads and changes belongs together. */
export type Unit = EntityManager;

/** The two ways to the database: units of work for records, and the pool itself for the turn of a chat. */
export interface Storage {
  /** A fresh unit for one operation or one delivered event; never kept longer. */
  openUnit(): Unit;
  readonly pool: Pool;
  /** The ORM, for tests that compare the records with the tables. */
  readonly orm: MikroORM;
  close(): Promise<void>;
}

/** Where the database is: a connection address, or a socket folder with a database name. */
export type ConnectionSettings =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

/**
 * Whoever gets no connection in time is told so, in milliseconds: behind a database that hangs nothing piles up. A peer that
 * is gone without a word is noticed by TCP itself.
 */
const CONNECTING = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 15_000,
};

/** Connects records and pool to the database; both share the same connections. */
export async function openStorage(
  connection: ConnectionSettings,
  maxConnections = 20,
): Promise<Storage> {
  const orm = await MikroORM.init({
    entities: records,
    metadataProvider: ReflectMetadataProvider,
    pool: { min: 1, max: maxConnections },
    driverOptions: CONNECTING,
    ...('url' in connection
      ? { clientUrl: connection.url }
      : {
          host: connection.host,
          port: connection.port,
          user: connection.user,
          dbName: connection.database,
        }),
  });
  const pool: Pool = await orm.em.getConnection().getNativeClient();
  return { openUnit: () => orm.em.fork(), pool, orm, close: () => orm.close(true) };
}
