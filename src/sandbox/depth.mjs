// @ts-check
/**
 * Whether lists and objects are nested deeper in a JSON text than `max`. QuickJS writes values far deeper than Node can
 * serialize without overflowing its stack. Works on text that is not JSON, too.
 * @param {string} json
 * @param {number} max
 */
export function isDeeperThan(json, max) {
  let depth = 0;
  for (let at = 0; at < json.length && depth <= max; at += 1) {
    const char = json[at];
    if (char === '"') at = endOfText(json, at);
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return depth > max;
}

/** @param {string} json @param {number} start */
function endOfText(json, start) {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
