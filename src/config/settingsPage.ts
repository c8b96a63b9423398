import { describeSettings } from './environment.js';

/** `.env.example`: every setting as a comment, so that an unchanged copy of the file sets nothing. */
export function envExample(): string {
  const head = '# Copy this file to .env and remove the # before what you change.\n';
  const lines = describeSettings().map(
    ({ name, description, fallback }) => `\n# ${description}\n#${name}=${fallback ?? ''}\n`,
  );
  return [head, ...lines].join('');
}

/** The README's table of settings. */
export function settingsTable(): string {
  const rows = describeSettings().map(
    ({ name, description, fallback }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'none'} | ${description} |`,
  );
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
