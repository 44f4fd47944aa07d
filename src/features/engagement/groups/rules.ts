import { slugOfTitle } from '#base/shared/slugs.ts';

export const notifyLevels = ['none', 'mentions', 'daily', 'weekly', 'each'] as const;
/** How much of a group a member is told. */
export type NotifyLevel = (typeof notifyLevels)[number];

export const groupRoles = ['member', 'moderator', 'owner'] as const;
export type GroupRole = (typeof groupRoles)[number];

/** How people come in: at once, when they are let in, by invitation alone, or with a course or product that opens it. */
export const entries = ['public', 'request', 'invitation', 'access'] as const;
export type Entry = (typeof entries)[number];

export const MAX_TITLE = 120;
export const MAX_DESCRIPTION = 4000;
export const MAX_RULES = 4000;
export const MAX_WELCOME = 2000;

export type Manager = { role: GroupRole | null; canManageSite: boolean };

/** Whether somebody looks after a group, and whether as its owner. */
export const leads = ({ role, canManageSite }: Manager): boolean =>
  canManageSite || role === 'owner' || role === 'moderator';
export const owns = ({ role, canManageSite }: Manager): boolean => canManageSite || role === 'owner';

/** Leaves room for a number within the 80 characters of a slug. */
const MAX_SLUG = 70;

/** The slug of a group of this name. */
export function slugOfName(name: string): string {
  // Half a character can't be part of an address.
  const slug = slugOfTitle(name)
    .slice(0, MAX_SLUG)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/-+$/, '');
  return slug || 'group';
}

/** The slug, with a number behind it where another group has it. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  let free = slug;
  for (let number = 2; taken.includes(free); number++) free = `${slug}-${number}`;
  return free;
}
