import { partAt } from './parts.js';

/** A message in the form of WhatsApp's cloud API as a line: its text or file, and what can be chosen. */
export function lineOf(body: unknown): string {
  const titles = [
    ...members(partAt(body, 'interactive.action.buttons'), 'reply'),
    ...members(partAt(body, 'interactive.action.sections.0'), 'rows'),
  ].map(
    (one) => `[${[partAt(one, 'title'), partAt(one, 'description')].filter(Boolean).join('|')}]`,
  );
  const texts = ['text.body', 'interactive.header.image.link', 'interactive.body.text'];
  const links = ['image.link', 'audio.link', 'video.link', 'document.link', 'document.filename'];
  const parts = [...texts, ...links].map((path) => partAt(body, path)).filter(Boolean);
  return [...parts, ...titles].join(' ');
}

/** The parts of that name of the members of a list, or of an object. */
function members(whole: unknown, name: string): unknown[] {
  if (Array.isArray(whole)) return whole.map((member) => partAt(member, name));
  const list = partAt(whole, name);
  return Array.isArray(list) ? list : [];
}
