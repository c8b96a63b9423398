import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { MikroORM, UnderscoreNamingStrategy, type EntityManager } from '@mikro-orm/postgresql';
import { Pool } from 'pg';
import { AiBudget } from '../schema/aiBudget.js';
import { AiHold } from '../schema/aiHold.js';
import { AiUsage } from '../schema/aiUsage.js';
import { AuditEntry } from '../schema/auditEntry.js';
import { Answer } from '../schema/answer.js';
import { ApiToken } from '../schema/apiToken.js';
import { BotSegment } from '../schema/botSegment.js';
import { BotSplit } from '../schema/botSplit.js';
import { BotStage } from '../schema/botStage.js';
import { BotTest } from '../schema/botTest.js';
import { BotTestSchedule } from '../schema/botTestSchedule.js';
import { Bot, BotVersion } from '../schema/bot.js';
import { BotChange } from '../schema/botChange.js';
import { BotEditor } from '../schema/botEditor.js';
import { BotCount } from '../schema/botCount.js';
import { Chat } from '../schema/chat.js';
import { ChatNote } from '../schema/chatNote.js';
import { CannedReply } from '../schema/cannedReply.js';
import { ChatsView } from '../schema/chatsView.js';
import { ChatEventBatch } from '../schema/chatEventBatch.js';
import { ChatReplay } from '../schema/chatReplay.js';
import { ChatSession } from '../schema/chatSession.js';
import { ChatStream } from '../schema/chatStream.js';
import { ChatTrace } from '../schema/chatTrace.js';
import { ChatViewer } from '../schema/chatViewer.js';
import { ClientLog } from '../schema/clientLog.js';
import { Collaborator } from '../schema/collaborator.js';
import { BotCredentials, Credentials } from '../schema/credentials.js';
import { EffectJournalEntry } from '../schema/effectJournalEntry.js';
import { ExportJob, ExportPiece } from '../schema/exportJob.js';
import { File, FileRemoval } from '../schema/file.js';
import { IdempotentReply } from '../schema/idempotentReply.js';
import { EmailSignIn } from '../schema/emailSignIn.js';
import { Identity } from '../schema/identity.js';
import { Invitation } from '../schema/invitation.js';
import { CustomDomain } from '../schema/customDomain.js';
import { Folder } from '../schema/folder.js';
import { MessengerChannel } from '../schema/messengerChannel.js';
import { MessengerConversation, MessengerMessage } from '../schema/messengerConversation.js';
import { MessengerStatus } from '../schema/messengerStatus.js';
import { Member } from '../schema/member.js';
import { Payment } from '../schema/payment.js';
import { RateLimit } from '../schema/rateLimit.js';
import { RestrictedPreview } from '../schema/restrictedPreview.js';
import { Result } from '../schema/result.js';
import { ResultsView } from '../schema/resultsView.js';
import { SegmentResult } from '../schema/segmentResult.js';
import { SignIn } from '../schema/signIn.js';
import { flowIdOfDefinition, StoredFlow } from '../schema/storedFlow.js';
import { ThemeTemplate } from '../schema/themeTemplate.js';
import { User } from '../schema/user.js';
import { Webhook } from '../schema/webhook.js';
import { tellWebhooksOfTurn, WebhookDelivery } from '../schema/webhookDelivery.js';
import { Workspace } from '../schema/workspace.js';
import { UnpreparedClient } from './pooler.js';
import { quoteText } from './quoteText.js';
import { readsFrom, type Reads } from './reads.js';

/** The classes of all tables. No folder is scanned for them. */
const records = [
  User,
  ApiToken,
  SignIn,
  Workspace,
  Member,
  Folder,
  Bot,
  BotVersion,
  Result,
  ExportJob,
  ExportPiece,
  Answer,
  BotChange,
  BotEditor,
  ThemeTemplate,
  CannedReply,
  ChatsView,
  CustomDomain,
  Collaborator,
  Credentials,
  BotCredentials,
  Invitation,
  EmailSignIn,
  Identity,
  StoredFlow,
  ChatReplay,
  ChatSession,
  ChatEventBatch,
  ChatStream,
  ChatTrace,
  AiBudget,
  AiHold,
  AiUsage,
  ClientLog,
  EffectJournalEntry,
  IdempotentReply,
  BotCount,
  RestrictedPreview,
  RateLimit,
  Payment,
  MessengerChannel,
  MessengerConversation,
  MessengerMessage,
  MessengerStatus,
  File,
  FileRemoval,
  Webhook,
  WebhookDelivery,
  ResultsView,
  BotTest,
  BotTestSchedule,
  BotSegment,
  BotSplit,
  BotStage,
  SegmentResult,
  AuditEntry,
  Chat,
  ChatNote,
  ChatViewer,
];

/**
 * Tables without a class. `count_delta` has no key, which a class needs. `counted_log` and `segment_log` are single rows.
 * `migration` belongs to migrate.ts, which creates it before it applies anything.
 */
const UNMAPPED = ['count_delta', 'counted_log', 'migration', 'segment_log'];

/** The suffixes that PostgreSQL itself gives to constraint names, so that migrations need not name them. */
const NAME_ENDS: Readonly<Record<string, string>> = { foreign: '_fkey', unique: '_key' };

class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(
    table: string,
    columns: string[],
    type: Parameters<UnderscoreNamingStrategy['indexName']>[2],
  ): string {
    if (type === 'primary') return `${table}_pkey`;
    return `${table}_${columns.join('_')}${NAME_ENDS[type] ?? ''}`;
  }
}

/** A unit of work: what it loads and changes is written together. */
export type Unit = EntityManager;

/** The connections to the database: units of work and a pool for records, and pools for chats and those who watch them. */
export interface Storage {
  /** A new unit for one operation or one delivered event; never kept longer. */
  openUnit(): Unit;
  /** The pool of the units, for plain SQL: results, counts, exports, background work. */
  readonly pool: Pool;
  /** A pool for chats alone (ADR 6), so that visitors never wait for the queries of a dashboard. */
  readonly chatPool: Pool;
  /** A pool for those who watch chats, so that turns never wait for them. */
  readonly watchPool: Pool;
  /** Runs the reads of lists of results, counts, exports and transcripts (ADR 20). */
  readonly reads: Reads;
  /** Opens a pool like that of chats to another server of the same installation. */
  openPoolAt(server: Server): Pool;
  /** The ORM, for the test that compares the classes with the tables. */
  readonly orm: MikroORM;
  close(): Promise<void>;
}

/** The address of a PostgreSQL server. */
export interface Server {
  readonly host: string;
  readonly port: number;
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
 * Waiting for a connection times out, so that requests do not pile up behind a database that hangs. TCP keep-alive detects a peer that
 * disappeared.
 */
const CONNECTING = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 15_000,
};

/**
 * The most connections of each pool. Chats commit many turns at once, which share one flush of the disk; records are read by
 * fewer people, who can wait; one read serves all who watch a chat.
 */
export const CONNECTIONS = { chats: 18, watching: 2, records: 10 } as const;

/**
 * Connects records and chats to the database, with or without prepared statements. Connections are opened when they are needed.
 */
export async function openStorage(
  connection: ConnectionSettings,
  maxConnections: number = CONNECTIONS.records,
  isPrepared = true,
): Promise<Storage> {
  const orm = await MikroORM.init({
    entities: records,
    metadataProvider: ReflectMetadataProvider,
    namingStrategy: PostgresNames,
    routines: [flowIdOfDefinition, tellWebhooksOfTurn],
    schemaGenerator: {
      // A row is deleted with its owner, unless its class says otherwise.
      defaultDeleteRule: 'cascade',
      skipTables: UNMAPPED,
      // Functions are defined in migrations alone.
      ignoreRoutines: true,
    },
    pool: { min: 1, max: maxConnections },
    driverOptions: isPrepared ? CONNECTING : { ...CONNECTING, Client: UnpreparedClient },
    ...('url' in connection
      ? { clientUrl: connection.url }
      : {
          host: connection.host,
          port: connection.port,
          user: connection.user,
          dbName: connection.database,
        }),
  });
  Object.assign(orm.em.getPlatform(), { escapeLiteral: quoteText });
  const pool: Pool = await orm.em.getConnection().getNativeClient();
  const chatPool = openPool(pool, CONNECTIONS.chats);
  const watchPool = openPool(pool, CONNECTIONS.watching);
  const { openPoolAt, closeAll } = openPoolsAt(pool);
  const close = async (): Promise<void> => {
    for (const each of [chatPool, watchPool]) await each.end();
    await closeAll();
    await orm.close(true);
  };
  const pools = { pool, chatPool, watchPool, openPoolAt, reads: readsFrom(pool) };
  return { openUnit: () => orm.em.fork(), ...pools, orm, close };
}

/** Pools of other servers. They end with the storage, unless the caller ended them before. */
function openPoolsAt(pool: Pool) {
  const others: Pool[] = [];
  return {
    openPoolAt(server: Server): Pool {
      const other = openPool(pool, CONNECTIONS.chats, server);
      others.push(other);
      return other;
    },
    async closeAll(): Promise<void> {
      for (const other of others) if (!other.ended) await other.end();
    },
  };
}

/** Copies the options of the other pool, so that values are parsed alike. The password is not enumerable, so spreading omits it. */
function openPool({ options }: Pool, max: number, server?: Server): Pool {
  const pool = new Pool({ ...options, ...server, password: options.password, max });
  // A query reports the failure of its connection. Without a listener, that of an idle connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool.on('error', () => undefined);
}
