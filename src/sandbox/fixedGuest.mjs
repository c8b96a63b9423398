// @ts-check
/**
 * Replaces the clock and the random numbers of QuickJS, so that equal calls have equal results. It runs before anything else takes
 * them. The source is a function of `FixedEnv` as JSON and the number of the code in its call, so that two codes of one call draw
 * different numbers.
 */
export const FIXED_SOURCE = `(function (fixed, nth) {
  'use strict';
  const { now, seed } = JSON.parse(fixed);
  Date.now = () => now;
  const draw = (${makeDraw})(seed + '/' + nth);
  Object.defineProperty(Math, 'random', { value: draw, writable: true, configurable: true });
})`;

/** Numbers in [0, 1) by the mulberry32 method, from a hash of the seed. @param {string} seed */
function makeDraw(seed) {
  const { imul } = Math;
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) state = imul(state ^ seed.charCodeAt(at), 0x01000193);
  return function random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
