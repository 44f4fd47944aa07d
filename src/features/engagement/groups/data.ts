import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { Attachment } from '#features/engagement/threads/rules.ts';
import { type Entry, freeSlug, type GroupRole, type NotifyLevel, slugOfName } from './rules.ts';

/** A group with the columns its readers may see. */
export type Group = {
  id: string;
  slug: string;
  title: string;
  description: string;
  cover: string | null;
  member_count: number;
};

/** A group as the dashboard lists it: what the caller is in it, or whether they asked or are invited. */
export type ListedGroup = Omit<Group, 'cover'> & {
  visibility: 'public' | 'private';
  join_by: JoinBy;
  role: GroupRole | null;
  request: 'request' | 'invitation' | 'grant' | null;
  unread: number;
  notify_level: NotifyLevel | null;
  is_muted: boolean | null;
  welcome: string;
  /** What lets the caller in, where it can be had. */
  offers: { title: string; path: string }[];
};

/** How a private group is joined. */
export type JoinBy = Exclude<Entry, 'public'>;

/** Somebody in a group, or at its door. */
export type GroupPerson = {
  member_id: string;
  user_id: string;
  name: string;
  slug: string;
  avatar: string | null;
  role: GroupRole;
  is_muted: boolean;
  state: 'member' | 'request' | 'invitation' | 'ban';
  joined_at: string;
};

export type Guest = Pick<GroupPerson, 'member_id' | 'user_id' | 'name' | 'avatar'>;

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_groups: { row: ListedGroup };
    list_group_people: { row: GroupPerson };
    group_guests: { row: Guest };
    join_group: { returns: 'joined' | 'requested' };
  }
}

export const groupKeys = {
  all: (accountId: string) => ['groups', accountId] as const,
  list: (accountId: string) => ['groups', accountId, 'list'] as const,
  details: (accountId: string, id: string) => ['groups', accountId, 'details', id] as const,
  people: (accountId: string, id: string) => ['groups', accountId, 'people', id] as const,
};

/** Null when no group has this slug or the caller may not see it. */
export async function groupBySlug(db: Db, accountId: string, slug: string): Promise<Group | null> {
  return maybeDataOf(
    await db
      .from('groups')
      .select('id, slug, title, description, cover, member_count')
      .eq('account_id', accountId)
      .eq('slug', slug)
      .maybeSingle(),
  ) as Group | null;
}

/** The groups the caller is in, is invited to, and may join or ask to join. */
export const groupsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: groupKeys.list(accountId),
    queryFn: async (): Promise<ListedGroup[]> => dataOf(await db.rpc('list_groups')),
  });

export type GroupDetails = {
  title: string;
  slug: string;
  description: string;
  visibility: 'public' | 'private';
  join_by: JoinBy;
  rules: string;
  welcome: string;
};

/** What is written about a group; null where the caller may not see it. */
export const detailsQuery = (db: Db, accountId: string, id: string) =>
  queryOptions({
    queryKey: groupKeys.details(accountId, id),
    queryFn: async (): Promise<GroupDetails | null> =>
      maybeDataOf(
        await db
          .from('groups')
          .select('title, slug, description, visibility, join_by, rules, welcome')
          .eq('account_id', accountId)
          .eq('id', id)
          .maybeSingle(),
      ) as GroupDetails | null,
  });

export const peopleQuery = (db: Db, accountId: string, id: string) =>
  queryOptions({
    queryKey: groupKeys.people(accountId, id),
    queryFn: async (): Promise<GroupPerson[]> => dataOf(await db.rpc('list_group_people', { group_id: id })),
  });

/** Members who are not in a group and whose name begins so. */
export const guestsQuery = (db: Db, accountId: string, id: string, term: string) =>
  queryOptions({
    queryKey: [...groupKeys.people(accountId, id), 'guests', term],
    queryFn: async (): Promise<Guest[]> => dataOf(await db.rpc('group_guests', { group_id: id, term })),
    enabled: term !== '',
  });

export type GroupFile = { post_id: string; author_name: string; created_at: string; file: Attachment };
const FILES_SHOWN = 200;

/** The files of a group, the newest first: those of posts the caller may read. */
export const filesQuery = (db: Db, accountId: string, id: string) =>
  queryOptions({
    queryKey: [...groupKeys.details(accountId, id), 'files'],
    queryFn: async (): Promise<GroupFile[]> => {
      const rows = dataOf(
        await db
          .from('thread_attachments')
          .select(
            'id, path, name, mime_type, size, post_id, created_at, thread_posts!inner(author_name, status, threads!inner(kind, subject_id))',
          )
          .eq('account_id', accountId)
          .eq('thread_posts.status', 'shown')
          .eq('thread_posts.threads.kind', 'group')
          .eq('thread_posts.threads.subject_id', id)
          .order('created_at', { ascending: false })
          .limit(FILES_SHOWN),
      );
      return rows.map(({ post_id, created_at, thread_posts, ...file }) => ({
        post_id,
        created_at,
        author_name: thread_posts.author_name,
        file,
      }));
    },
  });

export async function joinGroup(db: Db, id: string): Promise<'joined' | 'requested'> {
  return dataOf(await db.rpc('join_group', { group_id: id }));
}

/** Leaves a group, takes back a request, or declines an invitation. */
export async function leaveGroup(db: Db, id: string): Promise<void> {
  maybeDataOf(await db.rpc('leave_group', { group_id: id }));
}

export async function setLevel(db: Db, id: string, level: NotifyLevel): Promise<void> {
  maybeDataOf(await db.rpc('set_group_level', { group_id: id, notify_level: level }));
}

export async function seeGroup(db: Db, id: string): Promise<void> {
  maybeDataOf(await db.rpc('see_group', { group_id: id }));
}

export async function inviteMember(db: Db, id: string, memberId: string): Promise<void> {
  maybeDataOf(await db.rpc('invite_to_group', { group_id: id, member_id: memberId }));
}

/** What can be done with somebody in a group or at its door. */
export type PersonChange =
  | { do: 'approve' | 'refuse' | 'remove' | 'ban' | 'mute' | 'unmute' }
  | { do: 'role'; role: GroupRole };

export async function changePerson(db: Db, id: string, memberId: string, change: PersonChange): Promise<void> {
  const who = { group_id: id, member_id: memberId };
  const calls = {
    approve: () => db.rpc('decide_group_request', { ...who, is_approved: true }),
    refuse: () => db.rpc('decide_group_request', { ...who, is_approved: false }),
    remove: () => db.rpc('remove_group_member', who),
    ban: () => db.rpc('remove_group_member', { ...who, is_banned: true }),
    mute: () => db.rpc('mute_group_member', { ...who, is_muted: true }),
    unmute: () => db.rpc('mute_group_member', { ...who, is_muted: false }),
    role: () => db.rpc('set_group_role', { ...who, role: change.do === 'role' ? change.role : 'member' }),
  };
  maybeDataOf(await calls[change.do]());
}

/** What the form of a group holds. */
export type GroupForm = { title: string; description: string; entry: Entry; rules: string; welcome: string };

const rowOf = ({ title, description, entry, rules, welcome }: GroupForm) => ({
  title: title.trim(),
  description: description.trim(),
  visibility: entry === 'public' ? ('public' as const) : ('private' as const),
  join_by: entry === 'public' ? ('invitation' as const) : entry,
  rules: rules.trim(),
  welcome: welcome.trim(),
});

/** Creates a group whose first owner is the caller; returns its slug, which is its name where no other group has that. */
export async function createGroup(db: Db, accountId: string, form: GroupForm): Promise<string> {
  const ownSlug = slugOfName(form.title);
  const similar = await db
    .from('groups')
    .select('slug')
    .eq('account_id', accountId)
    .like('slug', `${ownSlug}%`)
    .limit(1000);
  const slug = freeSlug(
    ownSlug,
    dataOf(similar).map((group) => group.slug),
  );
  dataOf(
    await db
      .from('groups')
      .insert({ account_id: accountId, slug, ...rowOf(form) })
      .select('id')
      .single(),
  );
  return slug;
}

export async function saveGroup(db: Db, accountId: string, id: string, form: GroupForm): Promise<void> {
  dataOf(await db.from('groups').update(rowOf(form)).eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function deleteGroup(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('groups').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}
