// What belongs to a workspace beside its bots: folders, theme templates, members.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A list that `downloadOriginal.mjs` wrote, or none. */
export function readPart(folder, name) {
  const file = join(folder, 'parts', `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

const FOLDERS = `query ($workspaceId: ID!, $parentFolderId: ID) {
  workspace(id: $workspaceId) { folders(parentFolderId: $parentFolderId) { id name } }
}`;

const CREATE_FOLDER = `mutation ($input: CreateFolderInput!) {
  createFolder(input: $input) { folder { id } userErrors { message reason } }
}`;

/**
 * Gives a function that finds the folder here for one of there, by the names on the way to it, and makes what is missing; with
 * `isDryRun` it makes nothing and gives null.
 */
export function openFolders(parley, { folders, workspaceId, isDryRun }) {
  const known = new Map();
  const find = async (id) => {
    const there = folders.find((folder) => folder.id === id);
    if (!there) return null;
    if (!known.has(id)) known.set(id, await place(there));
    return known.get(id);
  };
  const place = async ({ name, parentFolderId }) => {
    const parent = await find(parentFolderId);
    if (parentFolderId && parent === null) return null;
    const { workspace } = await parley(FOLDERS, { workspaceId, parentFolderId: parent });
    const here = workspace.folders.find((folder) => folder.name === name);
    if (here || isDryRun) return here?.id ?? null;
    const input = { workspaceId, folderName: name, parentFolderId: parent };
    return (await parley(CREATE_FOLDER, { input })).createFolder.folder.id;
  };
  return find;
}

const TEMPLATES =
  'query ($workspaceId: ID!) { workspace(id: $workspaceId) { themeTemplates { id } } }';

const SAVE_TEMPLATE = `mutation ($input: SaveThemeTemplateInput!) {
  saveThemeTemplate(input: $input) { userErrors { message reason } }
}`;

/** Brings the theme templates that are not here yet; `note` is called with what was done. */
export async function bringTemplates(parley, { templates, workspaceId, isDryRun, note }) {
  const { workspace } = await parley(TEMPLATES, { workspaceId });
  const here = new Set(workspace.themeTemplates.map(({ id }) => id));
  for (const { id, name, theme } of templates.filter((template) => !here.has(template.id))) {
    const input = { workspaceId, themeTemplateId: id, name, theme };
    await noted(
      note,
      `theme template ${name}`,
      isDryRun || (() => parley(SAVE_TEMPLATE, { input })),
    );
  }
}

const MEMBERS = `query ($workspaceId: ID!) {
  workspace(id: $workspaceId) { members { user { email } } invitations { email } }
}`;

const INVITE = `mutation ($input: InviteMemberInput!) {
  inviteMember(input: $input) { userErrors { message reason } }
}`;

/** Invites the members who are neither here nor invited; whoever has an account here belongs at once. */
export async function inviteMembers(parley, { members, workspaceId, isDryRun, note }) {
  const { workspace } = await parley(MEMBERS, { workspaceId });
  const known = new Set([
    ...workspace.members.map(({ user }) => user.email?.toLowerCase()),
    ...workspace.invitations.map(({ email }) => email.toLowerCase()),
  ]);
  for (const { email, role } of members.filter((one) => !known.has(one.email.toLowerCase()))) {
    const input = { workspaceId, email, role };
    await noted(note, `${email} as ${role}`, isDryRun || (() => parley(INVITE, { input })));
  }
}

/** Does something, unless it is only to be named, and notes how it went. */
async function noted(note, what, act) {
  try {
    if (act !== true) await act();
    note(what, act === true ? 'would be brought' : 'brought');
  } catch (error) {
    const isTaken = error.reason === 'THEME_TEMPLATE_NOT_FOUND';
    note(what, `not brought. ${isTaken ? 'Another workspace has its id' : error.message}`);
  }
}
