import { readFileSync, statSync } from 'node:fs';
import { Kind, parse, print, type DocumentNode } from 'graphql';
import { z } from 'zod';
import { StartError } from '../errors/errors.js';

/** The documents that an operator trusts. */
export interface TrustedDocuments {
  /** The text with this id. */
  find(id: string): string | undefined;
  /** Whether a document is trusted, ignoring white space and comments. */
  has(document: DocumentNode): boolean;
  /** The names of their operations. */
  readonly names: readonly string[];
}

/** Limits of a file: documents, and bytes. */
const MOST = { documents: 10_000, bytes: 16_000_000 } as const;

const fileSchema = z.record(z.string().max(500), z.string());

/**
 * Reads a JSON file of documents by id, as graphql-codegen writes it (`persisted-documents.json`). Fails with a StartError if the file is
 * missing, too large or malformed, or if a document does not parse.
 */
export function readTrustedDocuments(file: string): TrustedDocuments {
  const texts = new Map(Object.entries(readFile(file)));
  const documents = [...texts].map(([id, text]) => parseDocument(file, id, text));
  const printed = new Set(documents.map((document) => print(document)));
  const known = new WeakMap<DocumentNode, boolean>();
  return {
    find: (id) => texts.get(id),
    has(document) {
      const isTrusted = known.get(document) ?? printed.has(print(document));
      known.set(document, isTrusted);
      return isTrusted;
    },
    names: documents.flatMap(namesIn),
  };
}

function readFile(file: string): Record<string, string> {
  const refuse = (why: string): StartError =>
    new StartError(`TRUSTED_DOCUMENTS cannot be read: ${file} ${why}`);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw refuse('does not exist');
  if (size > MOST.bytes) throw refuse(`has ${size} bytes; ${MOST.bytes} are allowed`);
  const parsed = fileSchema.safeParse(jsonIn(readFileSync(file, 'utf8')));
  if (!parsed.success) throw refuse('is no JSON object of texts by their ids');
  const count = Object.keys(parsed.data).length;
  if (count > MOST.documents) throw refuse(`has ${count} documents; ${MOST.documents} are allowed`);
  return parsed.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseDocument(file: string, id: string, text: string): DocumentNode {
  try {
    return parse(text, { noLocation: true });
  } catch (error) {
    throw new StartError(`The document ${id} of ${file} does not parse: ${String(error)}`);
  }
}

function namesIn({ definitions }: DocumentNode): string[] {
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
  );
}
