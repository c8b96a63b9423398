import type { BotTest as WrittenTest } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import type { BotTestFile } from '../../schema/botTest.js';
import { readYaml } from '../../simulation/testYaml.js';
import { MOST_CHARACTERS, MOST_TESTS } from '../../storage/botTests.js';

/** Tests in a request: as documents, and as files. */
interface Sent {
  readonly tests?: readonly WrittenTest[] | null;
  readonly files?: readonly BotTestFile[] | null;
}

/** The tests of a request, those of files after the others; undefined where it has neither. Fails with `VALIDATION`. */
export async function sentTests({ tests, files }: Sent): Promise<WrittenTest[] | undefined> {
  const [documents, texts] = [tests ?? [], files ?? []];
  if (documents.length + texts.length > MOST_TESTS) {
    throw invalid([{ path: ['tests'], message: `At most ${MOST_TESTS} tests at once` }]);
  }
  if (texts.reduce((sum, { yaml }) => sum + yaml.length, 0) > MOST_CHARACTERS) {
    const message = `At most ${MOST_CHARACTERS} characters at once`;
    throw invalid([{ path: ['files'], message }]);
  }
  if (texts.length > 0) return [...documents, ...(await readYaml(texts))];
  return tests || files ? [...documents] : undefined;
}
