import { build } from 'esbuild';

/** Bundles the guide's React component with a small application that shows it; Preact takes the place of React. */
export async function bundledComponent(component: string, bot: string): Promise<string> {
  const contents = `${component}
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    const onEnd = () => document.querySelector('main').append('The chat is over');
    createRoot(document.querySelector('main')).render(createElement(Chat, { bot: '${bot}', onEnd }));`;
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: process.cwd() },
    alias: { react: 'preact/compat', 'react-dom/client': 'preact/compat/client' },
    jsxImportSource: 'preact',
    jsx: 'automatic',
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
