import type { OutsideEffect } from '../engine/index.js';

/** The kinds of effects that this server handles. */
export type AvailableKind = OutsideEffect['kind'];

/**
 * The actions of vendors without a handler, by the kind of block. This file is the one place that says what this server
 * cannot do yet: failed effects, issues of drafts and docs/blocks.md derive from it. A new handler removes its row.
 */
const vendorActions: Readonly<Record<string, readonly string[]>> = {
  blink: ['Get Users', 'Send Feed Event'],
};

/** The missing services, by name: see `BlockKind.services`. */
const unavailable: ReadonlyMap<string, string> = new Map([
  ...Object.entries(vendorActions).flatMap(([type, actions]) =>
    actions.map((action) => [`${type}: ${action}`, 'Calling this vendor'] as const),
  ),
]);

/** Throws the reason when an effect has no handler yet. */
export function assertAvailable(effect: OutsideEffect): void {
  const reason = whyUnavailable([serviceOf(effect)]);
  if (reason !== undefined) throw new Error(reason);
}

/** The service that an effect needs. */
export function serviceOf(effect: OutsideEffect): string {
  if (effect.kind === 'forge') return `${effect.type}: ${effect.action}`;
  return effect.kind;
}

/** The reason why one of these services cannot be used, if so. */
export function whyUnavailable(services: readonly string[]): string | undefined {
  const [what] = services.map((service) => unavailable.get(service));
  if (what === undefined || !services.every((service) => unavailable.has(service)))
    return undefined;
  return `${what} is not available on this server yet`;
}
