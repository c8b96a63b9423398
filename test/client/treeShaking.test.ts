import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';

const FOLDER = 'packages/client/dist';

/** What a bundler keeps of the package for a page with this import: the files, and the text without line breaks. */
async function bundleOf(name: string, from: string): Promise<{ files: string[]; text: string }> {
  const contents = `import { ${name} } from './${from}.js'; console.log(${name});`;
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: FOLDER },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const kept = inputs.filter(
    ([file, { bytesInOutput }]) => file !== '<stdin>' && bytesInOutput > 0,
  );
  const files = kept.map(([file]) => file.replace(`${FOLDER}/`, '')).toSorted();
  return { files, text: outputFiles.map((file) => file.text).join('') };
}

describe('a page that imports one part of the package gets nothing else', () => {
  test('the policies of Apollo Client', async () => {
    const { files, text } = await bundleOf('apolloTypePolicies', 'caches');
    expect(files).toEqual(['caches.js']);
    expect(text).not.toContain('graphcacheKeys');
  });

  test('the keys of urql', async () => {
    const { files, text } = await bundleOf('graphcacheKeys', 'caches');
    expect(files).toEqual(['caches.js']);
    expect(text).not.toMatch(/apolloTypePolicies|Bot\.issues/);
  });

  test('one operation', async () => {
    const { files, text } = await bundleOf('OpenEditor', 'dashboard');
    expect(files).toEqual(['dashboard.js']);
    expect(text.match(/\b(?:query|mutation|subscription) [A-Z]\w+/g)).toEqual(['query OpenEditor']);
  });

  test.each([
    ['foldChat', ['chat.js', 'foldChat.js']],
    ['query', ['failure.js', 'query.js', 'server.js']],
    ['withNewIds', ['talk.js', 'withNewIds.js']],
  ])('%s', async (name, expected) => {
    expect((await bundleOf(name, 'index')).files).toEqual(expected);
  });
});
