import { getNamedType, isCompositeType, parse, type GraphQLField } from 'graphql';
import { operationRows } from '../operations/rows/index.js';
import { fillKnown } from '../operations/rows/things.js';
import { queryGraphql, type Shown } from '../support/transports.js';
import { sampleOf, type Ids } from '../support/sampleOf.js';
import { openWatcher } from '../support/watcher.js';
import type { Verdict } from './rights.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';

/** A root field of the schema. */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly field: GraphQLField<unknown, unknown>;
}

/** The outcome of an operation: its verdict and, of a refusal, the whole message. */
export interface Came {
  readonly verdict: Verdict | 'UNAUTHORIZED';
  readonly told?: unknown;
}

/** Runs an operation with the input of its row, or with its required arguments; returns the outcome. */
export async function come(
  url: string,
  operation: Operation,
  { ids, token }: { ids: Ids; token: string | null },
): Promise<Came> {
  const { kind, field } = operation;
  const extra = fillKnown(operationRows[field.name]?.sent ?? {}, ids);
  const sent = sampleOf(field, ids);
  const variables: Shown =
    'input' in sent ? { input: { ...recordAt(sent, 'input'), ...extra } } : { ...extra, ...sent };
  const given = field.args.filter(({ name }) => name in variables);
  const heads = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isCompositeType(getNamedType(field.type))
    ? kind === 'mutation'
      ? '{ userErrors { code reason message } }'
      : '{ __typename }'
    : '';
  const query = `${kind} ${heads && `(${heads})`} { done: ${field.name}${args && `(${args})`} ${selection} }`;
  parse(query);
  if (kind === 'subscription') return comeOfWatching(url, { query, variables }, token);
  const { data, errors = [] } = await queryGraphql(url, { query, variables }, { token });
  return judge(data, errors.map(shownOf));
}

/** An error without the parts that differ from request to request. */
function shownOf({ message, extensions }: Shown): Shown {
  const { requestId, ...rest } = recordAt(extensions);
  return { message, ...rest };
}

function judge(data: unknown, errors: readonly Shown[]): Came {
  const done = partAt(data, 'done');
  const isRefused = Array.isArray(partAt(done, 'userErrors'));
  const [refusal] = [...errors, ...(isRefused ? recordsAt(done, 'userErrors') : [])];
  const code = refusal?.['code'] ?? (done === null ? 'NOT_FOUND' : 'done');
  const verdict = (['FORBIDDEN', 'NOT_FOUND', 'UNAUTHORIZED'] as const).find((one) => one === code);
  return { verdict: verdict ?? 'done', ...(refusal && { told: refusal }) };
}

async function comeOfWatching(
  url: string,
  request: { query: string; variables: Record<string, unknown> },
  token: string | null,
): Promise<Came> {
  const client = openWatcher(url, token === null ? {} : { authorization: `Bearer ${token}` });
  try {
    return await new Promise<Came>((resolve) => {
      const fail = (errors: unknown) =>
        resolve(
          Array.isArray(errors)
            ? judge(undefined, recordsAt({ errors }, 'errors').map(shownOf))
            : { verdict: 'NOT_FOUND', told: errors },
        );
      client.subscribe(request, {
        next: ({ errors }) => (errors ? fail(errors) : resolve({ verdict: 'done' })),
        error: fail,
        complete: () => resolve({ verdict: 'done' }),
      });
    });
  } finally {
    await client.dispose();
  }
}
