import { randomUUID } from 'node:crypto';
import { Failure } from '../errors/errors.js';
import { contextOf, type RequestFacts, type Services } from '../context/context.js';

/** A socket that the server can close. */
export interface Leavable {
  readonly readyState: number;
  readonly CLOSED: number;
  close(code: number, reason: string): void;
  once(event: 'close', listener: () => void): unknown;
}

/** The credentials of each socket. They are checked repeatedly, since a socket may stay open after they are revoked. */
export interface SocketAuthentication {
  /** Records the credentials that a socket was opened with. */
  greet(socket: Leavable, shown: Omit<RequestFacts, 'requestId'>): Promise<void>;
  /** The facts from which the context of an operation of this socket is made. */
  factsOf(socket: object): RequestFacts;
  /**
   * Closes the socket (4403) when its credentials are no longer valid. Credentials that were valid a moment ago are checked again
   * only with `isSure`: a revocation is announced and closes the socket by itself. Rejects when the database cannot be reached.
   */
  recheck(socket: Leavable, isSure?: boolean): Promise<void>;
}

/** How long valid credentials are not checked again, in milliseconds. */
const VALID_FOR = 2_000;

/** Creates the authentication of sockets. Those without valid credentials may watch what is public. */
export function createSocketAuthentication(services: Services): SocketAuthentication {
  const credentials = new WeakMap<object, Omit<RequestFacts, 'requestId'>>();
  /** When the credentials of each were last found valid. */
  const known = new WeakMap<object, number>();
  const factsOf = (socket: object): RequestFacts => {
    const shown = credentials.get(socket);
    if (!shown) throw new Error('An operation of a socket whose credentials were not recorded');
    return { ...shown, requestId: randomUUID() };
  };
  return {
    factsOf,
    async greet(socket, shown) {
      credentials.set(socket, shown);
      const tokenId = await findToken(services, factsOf(socket));
      // A socket that was closed meanwhile emits no further `close`.
      if (tokenId === undefined || socket.readyState === socket.CLOSED) return;
      known.set(socket, performance.now());
      const isValid = async () => (await findToken(services, factsOf(socket))) !== undefined;
      void watchToken(services, { tokenId, socket, isValid });
    },
    async recheck(socket, isSure = false) {
      const seen = known.get(socket);
      if (seen === undefined || (!isSure && performance.now() - seen < VALID_FOR)) return;
      if ((await findToken(services, factsOf(socket))) === undefined) dismiss(socket);
      else known.set(socket, performance.now());
    },
  };
}

/** The id of a valid token; undefined without one. */
async function findToken(services: Services, facts: RequestFacts): Promise<string | undefined> {
  try {
    return (await contextOf(services, facts).callerNow())?.tokenId;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Closes a socket as soon as its token is revoked, even an idle one. */
async function watchToken(
  services: Services,
  watched: { tokenId: string; socket: Leavable; isValid: () => Promise<boolean> },
): Promise<void> {
  const watch = services.wakeUps.watch(watched.tokenId);
  watched.socket.once('close', () => watch.close());
  for (;;) {
    await watch.next();
    if (watch.isClosed) return;
    // While the database is down no socket is closed: the next check decides.
    if (await watched.isValid().catch(() => true)) continue;
    watch.close();
    dismiss(watched.socket);
    return;
  }
}

function dismiss(socket: Pick<Leavable, 'close'>): void {
  socket.close(4403, 'Forbidden');
}
