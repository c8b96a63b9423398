import type { CommonReason } from '../errors/commonFailure.js';

/** A request, as routes read it. */
export interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The query parameters, each parsed by its type. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The value of the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
}

/** The request header with the idempotency key. */
export const KEY_HEADER = 'Idempotency-Key';

/** The response header with the number of the turn. */
export const TURN_HEADER = 'Parley-Turn';

/** The response header of a page whose scan stopped early: the creation time up to which results were searched. */
export const SEARCHED_HEADER = 'Parley-Searched-Until';

/**
 * An endpoint of the REST interface, as data: a stored GraphQL operation, how to make its variables from the request, and which part of its
 * data is the reply. The router runs it; OpenAPI is derived from it.
 */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the form of OpenAPI, without the prefix: `/v1/bots/{botId}`. */
  readonly path: string;
  /** The title of the endpoint in the docs, in one sentence. */
  readonly summary: string;
  /** Further text for the docs. */
  readonly note?: string;
  /** The text of the operation. */
  readonly document: string;
  /**
   * The variables apart from those that `query` lists, where `variablesOf` is not enough. Undefined counts as absent. May throw a Failure.
   */
  variables?(sent: Sent): Record<string, unknown>;
  /** The reply, as paths into the operation's data: one for the whole body, or one for each member. */
  readonly reply: string | Readonly<Record<string, string>>;
  /** Descriptions of members of the reply, where those of their fields do not suit REST. */
  readonly means?: Readonly<Record<string, string>>;
  /** How the reply spells the values of an enum, by path in `reply`. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Converts the reply for other clients, given the reply and all data of the operation. */
  readonly respelled?: (reply: unknown, data: unknown) => unknown;
  /** Paths that must not be null, with the failure if they are. */
  readonly missing?: Readonly<Record<string, CommonReason>>;
  /** Query parameters, each named like its variable. */
  readonly query?: readonly QueryParameter[];
  /** The members of the body. */
  readonly body?: BodyShape;
  /** Whether this row serves a body, if several rows have its path and method: the first that accepts it serves it. */
  readonly takes?: (body: Sent['body']) => boolean;
  /** The path of the turn's number, for endpoints that accept `Idempotency-Key` and reply with `Parley-Turn`. */
  readonly turn?: string;
  /** The path of the value of `Parley-Searched-Until`, for lists whose scan may stop early. */
  readonly searchedUntil?: string;
  /** Streams the same as Server-Sent Events to clients that prefer them to JSON. */
  readonly stream?: StreamShape;
  /** Sends the results of a subscription as lines of text. */
  readonly lines?: LinesShape;
  /** Whether the endpoint needs a token; otherwise it takes none. */
  readonly needsToken: boolean;
  /** The example in the docs. */
  readonly example: Example;
}

/** A request and its reply, recorded from a running server. */
export interface Example {
  /** Present if the endpoint has a body. */
  readonly body?: unknown;
  readonly reply: unknown;
}

/** How an endpoint streams the results of a subscription, each as one event. */
export interface StreamShape {
  /** The text of the subscription; its variables are those of the endpoint. */
  readonly document: string;
  /** Paths into the data of each result: its number, its kind and its content. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
  /** Kinds without a number: a reconnecting reader resumes after the numbered event before them. */
  readonly unnumbered: readonly string[];
  /** The variable that `Last-Event-ID` of a reconnecting reader sets. */
  readonly after: string;
  /** Variables for the endpoint's own operation, which runs before the stream starts. */
  readonly look: Readonly<Record<string, unknown>>;
  /** Whether that reply means that no events will follow: the reader gets 204, so that it does not reconnect. */
  isOver(reply: unknown): boolean;
}

/** How an endpoint sends lines of text, as paths into the data of each result. */
export interface LinesShape {
  readonly text: string;
  /** The failure that ended the text, if one did. */
  readonly error: string;
}

/** A query parameter; its type and default are those of the variable of the same name. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  /** The type of a parameter that is not a variable but is read by `variables`. */
  readonly type?: string;
}

/** The members that a body may have: those of an input type, apart from those in the path. */
export interface BodyShape {
  readonly input: string;
  readonly members: readonly string[];
  /** The name by which other clients send the member `bot`. */
  readonly botAlias?: string;
  /** The member that takes the whole body, any JSON; `members` is empty then. */
  readonly whole?: string;
  /** Whether an absent body counts as an empty one (docs/spec-choices.md, "Addresses, success, failure"). */
  readonly isOptional: boolean;
  /** Which limit of size applies. */
  readonly limit: 'authoring' | 'chat';
}

/**
 * The variables of an operation apart from those that `query` lists, by name: the parameters of the path, the members of the body, and the
 * idempotency key of a turn; in `input` where the operation has one.
 */
export function variablesOf(route: Route, sent: Sent): Record<string, unknown> {
  if (route.variables) return route.variables(sent);
  const { params, body, idempotencyKey } = sent;
  const { members = [], whole, botAlias } = route.body ?? {};
  const named: Record<string, unknown> = { ...params };
  for (const name of members) named[name] = body[name];
  if (whole !== undefined) named[whole] = body[whole];
  if (botAlias !== undefined) named['bot'] = body['bot'] ?? body[botAlias];
  if (route.turn !== undefined) named['idempotencyKey'] = idempotencyKey;
  return route.document.includes('$input') ? { input: named } : named;
}
