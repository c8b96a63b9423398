import type { Pool } from 'pg';

/** The version to which open chats of a bot move: its live one. */
export interface MoveTarget {
  readonly versionId: string;
  /** The number of the version. */
  readonly version: number;
  readonly flowId: string;
  /** Whether chats that cannot move end. */
  readonly endsOthers: boolean;
  /** What is said in those; nothing where null. */
  readonly message: string | null;
}

/**
 * The bots whose open chats move to a newer version, which each process knows, so that turns of other chats read nothing. It may be out of
 * date for a moment after a version went live: then a chat moves one turn later.
 */
export interface MovingBots {
  /** The topics on which it is announced that the list is out of date begin with this. */
  readonly topics: string;
  /** Whether it is known that no chats of any bot move. */
  readonly isNone: boolean;
  /** Where the chats of a bot move; undefined where they finish on the version they began with. */
  targetOf(botId: string): Promise<MoveTarget | undefined>;
  /** Called with a topic that was announced: its bot is read again. */
  forget(topic: string): void;
  /** Called when announcements may have been missed. */
  forgetAll(): void;
}

/** The topic on which it is announced that other chats of a bot move, or move elsewhere. */
export function movesTopic(botId: string): string {
  return `${PREFIX}${botId}`;
}

const PREFIX = 'moves:';

type Targets = ReadonlyMap<string, MoveTarget>;

/** Opens the list of a process. It is read at the first turn; a bot that was announced since is read on its own. */
export function openMovingBots(pool: Pick<Pool, 'query'>): MovingBots {
  const announced = new Set<string>();
  const reads = new Map<string, Promise<Targets>>();
  const readOnce = (topic: string, botId?: string): Promise<Targets> => {
    const known = reads.get(topic);
    if (known) return known;
    const found = readTargets(pool, botId);
    reads.set(topic, found);
    found.catch(() => reads.get(topic) === found && reads.delete(topic));
    return found;
  };
  const moving = {
    topics: PREFIX,
    isNone: false,
    async targetOf(botId: string) {
      const topic = movesTopic(botId);
      const read = announced.has(topic) ? readOnce(topic, botId) : readOnce(PREFIX);
      const found = await read;
      moving.isNone = announced.size === 0 && found.size === 0 && reads.get(PREFIX) === read;
      return found.get(botId);
    },
    forget(topic: string) {
      moving.isNone = false;
      announced.add(topic);
      reads.delete(topic);
    },
    forgetAll() {
      moving.isNone = false;
      announced.clear();
      reads.clear();
    },
  };
  return moving;
}

async function readTargets(pool: Pick<Pool, 'query'>, botId?: string): Promise<Targets> {
  const [name, which] =
    botId === undefined ? ['moving_bots', ''] : ['moving_bot', ' and bot.id = $1'];
  // Plain SQL: turns wait for it, on the connections of chats.
  const { rows } = await pool.query<MoveTarget & { botId: string }>({
    name,
    text: `select bot.id as "botId", version.id as "versionId", version.number as version, version.flow_id as "flowId",
        in_flight_policy = 'MOVE_NOW_OR_END' as "endsOthers", in_flight_message as message
      from bot join bot_version version on version.id = bot.live_version_id
      where in_flight_policy <> 'FINISH_ON_OLD'${which}`,
    values: botId === undefined ? [] : [botId],
  });
  return new Map(rows.map(({ botId: id, ...target }) => [id, target]));
}
