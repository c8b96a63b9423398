import { randomUUID } from 'node:crypto';
import { Failure } from '../errors/errors.js';
import { contextOf, type RequestFacts, type Services } from '../context/context.js';

/** A socket whose client may be told to leave. */
export interface Leavable {
  readonly readyState: number;
  readonly CLOSED: number;
  close(code: number, reason: string): void;
  once(event: 'close', heard: () => void): unknown;
}

/** Who came with which socket. Rights are asked again and again, since a socket outlives them. */
export interface SocketAuthentication {
  /** Notes what a socket was opened with. */
  greet(socket: Leavable, shown: Omit<RequestFacts, 'requestId'>): Promise<void>;
  /** What an operation of this socket is to know of it. */
  factsOf(socket: object): RequestFacts;
  /**
   * Tells the client to leave (4403) when what it came with lets nobody in any more. Who was found welcome a moment ago
   * is not looked up again, unless it is asked for: a revocation is announced, and ends the socket by itself. Fails when
   * nobody can tell, since the database cannot be reached.
   */
  recheck(socket: Leavable, isSure?: boolean): Promise<void>;
}

/** How long, in milliseconds, a guest who was found welcome is not looked up again. */
const WELCOME_FOR = 2_000;

/** Opens the book. Those who showed nothing, or nothing of worth, may watch what is for everybody. */
export function createSocketAuthentication(world: Services): SocketAuthentication {
  const shownBy = new WeakMap<object, Omit<RequestFacts, 'requestId'>>();
  /** When each was last found welcome. */
  const known = new WeakMap<object, number>();
  const factsOf = (socket: object): RequestFacts => {
    const shown = shownBy.get(socket);
    if (!shown) throw new Error('A socket is served before it said what it came with');
    return { ...shown, requestId: randomUUID() };
  };
  return {
    factsOf,
    async greet(socket, shown) {
      shownBy.set(socket, shown);
      const tokenId = await findToken(world, factsOf(socket));
      // One that has left meanwhile does not say so again.
      if (tokenId === undefined || socket.readyState === socket.CLOSED) return;
      known.set(socket, performance.now());
      const isWelcome = async () => (await findToken(world, factsOf(socket))) !== undefined;
      void watchToken(world, { tokenId, socket, isWelcome });
    },
    async recheck(socket, isSure = false) {
      const seen = known.get(socket);
      if (seen === undefined || (!isSure && performance.now() - seen < WELCOME_FOR)) return;
      if ((await findToken(world, factsOf(socket))) === undefined) dismiss(socket);
      else known.set(socket, performance.now());
    },
  };
}

/** The token somebody came with, while it lets them in. */
async function findToken(world: Services, facts: RequestFacts): Promise<string | undefined> {
  try {
    return (await contextOf(world, facts).callerNow())?.tokenId;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** An idle socket is dismissed too, as soon as its token is revoked. */
async function watchToken(
  world: Services,
  guest: { tokenId: string; socket: Leavable; isWelcome: () => Promise<boolean> },
): Promise<void> {
  const watch = world.wakeUps.watch(guest.tokenId);
  guest.socket.once('close', () => watch.close());
  for (;;) {
    await watch.next();
    if (watch.isClosed) return;
    // While the database cannot be asked nobody is sent away: the next look will tell.
    if (await guest.isWelcome().catch(() => true)) continue;
    watch.close();
    dismiss(guest.socket);
    return;
  }
}

function dismiss(socket: Pick<Leavable, 'close'>): void {
  socket.close(4403, 'Forbidden');
}
