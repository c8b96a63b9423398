import { bytesIn, SIZE } from './size.js';

/** An amount of disk space: bytes, a share of the volume, or the smaller of both. */
export interface DiskAmount {
  readonly bytes?: number;
  /** From 0 to 1. */
  readonly share?: number;
}

/** Parses `10 GB`, `50%`, or both with a comma. Returns the first part that is neither. */
export function parseDiskAmount(text: string): DiskAmount | string {
  let amount: DiskAmount = {};
  for (const part of text.split(',').map((partText) => partText.trim())) {
    const percent = /^(\d{1,2}|100) ?%$/.exec(part)?.[1];
    if (percent !== undefined) amount = { ...amount, share: Number(percent) / 100 };
    else if (SIZE.test(part)) amount = { ...amount, bytes: bytesIn(part) };
    else return part;
  }
  return amount;
}

/** The amount in bytes, for a volume of this size; without a size, a share is no limit. */
export function bytesOf({ bytes = Infinity, share }: DiskAmount, volume = Infinity): number {
  return Math.min(bytes, share === undefined ? Infinity : share * volume);
}
