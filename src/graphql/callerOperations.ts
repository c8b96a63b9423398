import {
  getOperationAST,
  GraphQLError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql';
import { Failure } from '../errors/errors.js';
import type { Metrics } from '../http/metrics.js';
import type { Log } from '../log/log.js';
import { openOperationLabels, type LabelOf } from './operationLabels.js';
import { openPersistedQueries, type PersistedQueries } from './persistedQueries.js';
import { runSent, subscribeSent, type ResultStream } from './runSent.js';
import { readTrustedDocuments, type TrustedDocuments } from './trustedDocuments.js';

/** The operations that callers send over HTTP and sockets: resolving their texts, checking whether they are trusted, and running them. */
export interface CallerOperations {
  readonly persisted: PersistedQueries;
  /** The error for an untrusted document if only trusted ones are allowed; else undefined. Counts untrusted documents. */
  refusalOf(sent: SentOperation): GraphQLError | undefined;
  /** Runs an operation (`runSent`) and records its duration by its name. */
  run(args: ExecutionArgs): Promise<ExecutionResult>;
  /** Starts a subscription and records by its name how long the start took. */
  subscribe(args: ExecutionArgs): Promise<ResultStream | ExecutionResult>;
}

interface SentOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
}

/** The settings of the operator, and the metrics. */
export interface CallerOperationsParts {
  /** The file of trusted documents, if there is one. */
  readonly trustedDocuments: string | undefined;
  /** Whether other documents are refused. */
  readonly hasOnlyTrustedDocuments: boolean;
  readonly metrics: Pick<Metrics, 'addOperation' | 'addUntrusted'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Opens the operations of one server. Fails with a StartError if the file cannot be used. */
export function openCallerOperations(parts: CallerOperationsParts): CallerOperations {
  const { trustedDocuments: file, metrics } = parts;
  const trusted = file === undefined ? undefined : readTrustedDocuments(file);
  const labelOf = openOperationLabels(trusted?.names ?? []);
  const measure = <R extends ExecutionResult | ResultStream>(
    begin: (args: ExecutionArgs) => Promise<R>,
  ) => {
    return async (args: ExecutionArgs): Promise<R> => {
      const started = performance.now();
      const result = await begin(args);
      const seconds = (performance.now() - started) / 1000;
      metrics.addOperation({ name: labelOf(nameOf(args)), isOk: !hasErrors(result), seconds });
      return result;
    };
  };
  return {
    persisted: openPersistedQueries((id) => trusted?.find(id)),
    refusalOf: trusted ? openRefusal(parts, trusted, labelOf) : () => undefined,
    run: measure(runSent),
    subscribe: measure(subscribeSent),
  };
}

function hasErrors(result: ExecutionResult | ResultStream): boolean {
  return 'errors' in result && result.errors !== undefined;
}

/** Returns a check that counts untrusted documents, logs the first one of each name, and refuses them if only trusted ones are allowed. */
function openRefusal(
  { hasOnlyTrustedDocuments, metrics, log }: CallerOperationsParts,
  trusted: TrustedDocuments,
  labelOf: LabelOf,
): CallerOperations['refusalOf'] {
  const logged = new Set<string>();
  return (sent) => {
    if (trusted.has(sent.document)) return undefined;
    const operationName = labelOf(nameOf(sent));
    metrics.addUntrusted(operationName);
    const done = hasOnlyTrustedDocuments ? 'refused' : 'run';
    if (!logged.has(operationName))
      log.warn({ operationName }, `an untrusted document was ${done}`);
    logged.add(operationName);
    return hasOnlyTrustedDocuments ? notTrusted() : undefined;
  };
}

function notTrusted(): GraphQLError {
  const message = 'This server runs only documents that it knows, and this is none of them';
  const originalError = new Failure('DOCUMENT_NOT_TRUSTED', message);
  return new GraphQLError(message, { originalError, extensions: { http: { status: 403 } } });
}

function nameOf({ document, operationName }: SentOperation): string | undefined {
  return getOperationAST(document, operationName)?.name?.value;
}
