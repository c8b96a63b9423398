import type { CodeRunner } from './codeRunner.js';

/** Tests whether each text matches a pattern. Rejects if the pattern is invalid or takes too long. */
export type Search = (pattern: string, texts: readonly string[]) => Promise<readonly boolean[]>;

/** Opens a search in the sandbox, which shares its threads by key. Patterns are user code and may take long. */
export function openSearch(code: Pick<CodeRunner, 'evaluate'>, key: string): Search {
  return async (pattern, texts) => {
    const [source, flags] = patternOf(pattern);
    const args = [
      { id: 'source', value: source },
      { id: 'flags', value: flags },
      { id: 'texts', value: texts },
    ];
    const [result] = await code.evaluate([SEARCH], args, { key });
    if (result?.ok && Array.isArray(result.value))
      return result.value.map((match) => match === true);
    throw new Error('The pattern of the filter could not be searched for');
  };
}

/** Removes the flags `g` and `y`, so that each text is searched from its start. */
function patternOf(pattern: string): readonly [source: string, flags: string] {
  const [, source = pattern, flags = ''] = /^\/(.*)\/([gimuy]*)$/s.exec(pattern) ?? [];
  return [source, flags.replace(/[gy]/g, '')];
}

const SEARCH =
  'const pattern = new RegExp(source, flags); return texts.map((text) => pattern.test(text));';
