import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from '../../errors/errors.js';
import { parsedAs } from '../parsedAs.js';
import type { Price } from './priceTable.js';

const amount = z.number().min(0).max(1_000_000).optional();
const pricesSchema = z.array(
  z.strictObject({
    vendor: z.string().min(1),
    model: z.string().min(1),
    from: z.iso.date(),
    prompt: amount,
    completion: amount,
    characters: amount,
    minute: amount,
    request: amount,
  }),
);

/** Bytes of the file, at most. */
const MOST_BYTES = 1_000_000;

/** Reads the operator's prices (`AI_PRICES`); empty without a file. Throws a `StartError` if the file cannot be used. */
export function readPrices(file: string | undefined): readonly Price[] {
  if (file === undefined) return [];
  const refuse = (why: string): StartError =>
    new StartError(`AI_PRICES cannot be read: ${file} ${why}`);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw refuse('does not exist');
  if (size > MOST_BYTES) throw refuse(`has ${size} bytes; ${MOST_BYTES} are allowed`);
  const prices = parsedAs(pricesSchema, readFileSync(file, 'utf8'));
  if (!prices)
    throw refuse(
      'is not a list like [{"vendor":"openai","model":"m","from":"2026-01-31","prompt":2,"completion":8}]',
    );
  return prices;
}
