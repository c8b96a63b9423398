import type { CodeRunner } from './codeRunner.js';

/** Says of each text whether a pattern is found in it. Rejects for one that is broken or takes too long. */
export type Search = (pattern: string, texts: readonly string[]) => Promise<readonly boolean[]>;

/** The search in the sandbox, which shares its threads by the key: patterns are user code, and may take long. */
export function openSearch(code: Pick<CodeRunner, 'evaluate'>, key: string): Search {
  return async (pattern, texts) => {
    const [source, flags] = patternOf(pattern);
    const args = [
      { id: 'source', value: source },
      { id: 'flags', value: flags },
      { id: 'texts', value: texts },
    ];
    const [result] = await code.evaluate([SEARCH], args, { key });
    if (result?.ok && Array.isArray(result.value)) return result.value.map((one) => one === true);
    throw new Error('The pattern of the filter could not be searched for');
  };
}

/** Without `g` and `y`, so that each text is searched from its beginning. */
function patternOf(written: string): readonly [source: string, flags: string] {
  const [, source = written, flags = ''] = /^\/(.*)\/([gimuy]*)$/s.exec(written) ?? [];
  return [source, flags.replace(/[gy]/g, '')];
}

const SEARCH =
  'const pattern = new RegExp(source, flags); return texts.map((text) => pattern.test(text));';
