import type { Route } from './route.js';

/** What is found at a path. */
export interface Found<T> {
  /** What serves the method; undefined where the path has other ones only. */
  readonly endpoint: T | undefined;
  /** The methods of the path, in the order of the routes. */
  readonly allowed: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

/** Looks up who serves a method at a path; undefined where nobody does. A broken escape in the path is a `URIError`. */
export type FindEndpoint<T> = (method: string, path: string) => Found<T> | undefined;

/** What the first segments of some paths lead to. */
interface Place<T> {
  readonly literals: Map<string, Place<T>>;
  param?: Place<T>;
  /** What ends here, by method. */
  readonly ends: Map<string, End<T>>;
}

interface End<T> {
  readonly endpoint: T;
  /** The parameters of the path, and which segment each is. */
  readonly params: readonly { readonly name: string; readonly at: number }[];
}

/**
 * The endpoints by their paths, which are served with `/api` before them and without. A slash at the end counts for
 * nothing, a literal before a parameter, and HEAD as GET.
 */
export function openRouteTable<T extends { readonly route: Route }>(
  endpoints: readonly T[],
): FindEndpoint<T> {
  const root = newPlace<T>();
  for (const endpoint of endpoints) addEnd(root, endpoint);
  return (method, path) => {
    const bare = path.replace(/^\/api(?=\/)/i, '').replace(/\/$/, '');
    const segments = bare.split('/');
    const wanted = method === 'HEAD' ? 'GET' : method;
    const place =
      seek(root, segments, ({ ends }) => ends.has(wanted)) ??
      seek(root, segments, ({ ends }) => ends.size > 0);
    if (!place) return undefined;
    const end = place.ends.get(wanted);
    const [any] = place.ends.values();
    const params = paramsIn(segments, end ?? any);
    return { endpoint: end?.endpoint, allowed: [...place.ends.keys()], params };
  };
}

function newPlace<T>(): Place<T> {
  return { literals: new Map(), ends: new Map() };
}

function addEnd<T extends { readonly route: Route }>(root: Place<T>, endpoint: T): void {
  const { method, path } = endpoint.route;
  const params: { name: string; at: number }[] = [];
  let place = root;
  for (const [at, segment] of path.split('/').entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined) place = literalAfter(place, segment);
    else {
      params.push({ name, at });
      place = place.param ??= newPlace();
    }
  }
  place.ends.set(method.toUpperCase(), { endpoint, params });
}

function literalAfter<T>({ literals }: Place<T>, segment: string): Place<T> {
  const place = literals.get(segment) ?? newPlace<T>();
  literals.set(segment, place);
  return place;
}

/** The first place that these segments lead to and that will do. */
function seek<T>(
  root: Place<T>,
  segments: readonly string[],
  willDo: (place: Place<T>) => boolean,
): Place<T> | undefined {
  const from = (place: Place<T> | undefined, at: number): Place<T> | undefined => {
    const segment = segments[at];
    if (!place || segment === undefined) return place && willDo(place) ? place : undefined;
    const found = from(place.literals.get(segment), at + 1);
    return found ?? (segment === '' ? undefined : from(place.param, at + 1));
  };
  return from(root, 0);
}

function paramsIn<T>(segments: readonly string[], end: End<T> | undefined) {
  const params: Record<string, string> = {};
  for (const { name, at } of end?.params ?? []) {
    params[name] = decodeURIComponent(segments[at] ?? '');
  }
  return params;
}
