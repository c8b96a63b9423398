import { LRUCache } from 'lru-cache';
import { parse, type DocumentNode } from 'graphql';
import type { SentRules } from './validateSent.js';

/** How many documents of sockets are kept, and the longest, in characters: readers of a page all send the same. */
const [MOST_KEPT, LONGEST] = [100, 8_000] as const;

/** The documents of each server, by their texts. */
const parsed = new WeakMap<SentRules, LRUCache<string, DocumentNode>>();

/** A document that was sent over a socket; the same one for the same text, so that its many senders share its memory. */
export function parsedDocument(rules: SentRules, text: string, maxTokens: number): DocumentNode {
  const kept = parsed.get(rules) ?? new LRUCache<string, DocumentNode>({ max: MOST_KEPT });
  parsed.set(rules, kept);
  const document = kept.get(text) ?? parse(text, { maxTokens });
  if (text.length <= LONGEST) kept.set(text, document);
  return document;
}
