import type { CommonReason } from '../errors/commonFailure.js';

/** What a caller sent, as a route reads it. */
export interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The parameters of the query that were sent, each read as its type. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
}

/** Names a request that may be sent again. */
export const KEY_HEADER = 'Idempotency-Key';

/** Says which turn of a chat a reply is of. */
export const TURN_HEADER = 'Parley-Turn';

/** Says, of a page that ended before everything was searched, until which time of creation it was. */
export const SEARCHED_HEADER = 'Parley-Searched-Until';

/**
 * One endpoint of the REST interface, as data: a stored GraphQL operation, how its variables are made of what was
 * sent, and which part of its data is the reply. The router runs it; OpenAPI is derived from it.
 */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As in OpenAPI, without the prefix: `/v1/bots/{botId}`. */
  readonly path: string;
  /** One sentence, the title of the endpoint in the docs. */
  readonly summary: string;
  /** What the docs say besides. */
  readonly note?: string;
  /** The operation. */
  readonly document: string;
  /** The variables besides those that `query` lists. Undefined counts as absent; may throw a Failure. */
  variables(sent: Sent): Record<string, unknown>;
  /** The reply, as paths into the operation's data: one for the whole body, or one for each member. */
  readonly reply: string | Readonly<Record<string, string>>;
  /** What members of the reply mean, where the fields they are taken from speak to readers of GraphQL. */
  readonly means?: Readonly<Record<string, string>>;
  /** The words that the reply has for the values of an enum at a path of `reply`. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The reply in the words of other callers, made of it and of all the data of the operation. */
  readonly respelled?: (reply: unknown, data: unknown) => unknown;
  /** Paths that must not be null, with what it means when they are. */
  readonly missing?: Readonly<Record<string, CommonReason>>;
  /** Query parameters, each named like the variable it fills. */
  readonly query?: readonly QueryParameter[];
  /** The body's members: the variable's input field each stands for. */
  readonly body?: BodyShape;
  /** Which bodies it serves, where several rows have its path and method: the first that takes one does. */
  readonly takes?: (body: Sent['body']) => boolean;
  /** Where the header `Idempotency-Key` counts, and `Parley-Turn` says which turn this was: the path of that. */
  readonly turn?: string;
  /** Of a list that may end early: the path of the time until which it was searched, which `Parley-Searched-Until` says. */
  readonly searchedUntil?: string;
  /** The same as Server-Sent Events, for callers that accept those before JSON. */
  readonly stream?: StreamShape;
  /** The operation is a subscription, whose results are sent as lines of text. */
  readonly lines?: LinesShape;
  /** Endpoints that take a token; the others take none. */
  readonly needsToken: boolean;
  /** What the docs show of it. */
  readonly example: Example;
}

/** A request and its reply, as they were on a running server. */
export interface Example {
  /** Wherever the endpoint has a body. */
  readonly body?: unknown;
  readonly reply: unknown;
}

/** How an endpoint streams: the results of a subscription, each as one event. */
export interface StreamShape {
  /** The subscription; its variables are those of the endpoint. */
  readonly document: string;
  /** Paths into the data of each result: its number, its kind, and what is sent. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
  /** Kinds that have no number of their own: a reader that comes back goes on after the event before. */
  readonly unnumbered: readonly string[];
  /** The variable that the header `Last-Event-ID` of a reader that comes back stands for. */
  readonly after: string;
  /** Variables of the endpoint's own operation, which is asked before a stream begins. */
  readonly look: Readonly<Record<string, unknown>>;
  /** Whether that reply means that nothing will come, so that the reader gets 204 and does not reconnect. */
  isOver(reply: unknown): boolean;
}

/** How an endpoint sends lines of text: paths into the data of each result. */
export interface LinesShape {
  readonly text: string;
  /** The failure that ended the text, if one did. */
  readonly error: string;
}

/** A query parameter; its type and default are those of the variable of the same name. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  /** The type of one that stands for no variable: the route makes variables of it. */
  readonly type?: string;
}

/** What a body may hold: members of an input type of the schema, minus those that the path gives. */
export interface BodyShape {
  readonly input: string;
  readonly members: readonly string[];
  /** The member that the whole body stands for, any JSON; `members` is empty then. */
  readonly whole?: string;
  /** Whether a request without a body counts as an empty one (docs/spec-choices.md, "Addresses, success, failure"). */
  readonly isOptional: boolean;
  /** How large it may be: as an authoring document, or as a chat message. */
  readonly limit: 'authoring' | 'chat';
}
