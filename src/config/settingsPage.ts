import { describeSettings } from './environment.js';

/** The text of `.env.example`. Settings are comments, so that an unchanged copy sets nothing. */
export function envExample(): string {
  const head = '# Copy this file to .env and remove the # before what you change.\n';
  const lines = describeSettings().map(
    ({ name, description, fallback }) => `\n# ${description}\n#${name}=${fallback ?? ''}\n`,
  );
  return [head, ...lines].join('');
}

/** The table of docs/settings.md. Names of pages in descriptions become links. */
export function settingsTable(): string {
  const rows = describeSettings().map(
    ({ name, description, fallback }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'none'} | ${linked(description)} |`,
  );
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

const linked = (description: string) => description.replace(/docs\/([\w/-]+\.md)/g, '[$1]($1)');
