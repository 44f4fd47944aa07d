import { queryOptions } from '@tanstack/react-query';
import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { clockNow } from '#base/shared/clock.ts';
import { type Db, DbError, dataOf, dbErrorOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Category, SiteCheck, Status, TicketContext } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    tickets: { context: TicketContext };
    ticket_messages: { checks: SiteCheck[] };
  }
  interface FunctionShapes {
    open_ticket: { args: { context?: TicketContext } };
  }
}

export type Ticket = {
  account_id: string;
  id: string;
  number: number;
  user_id: string;
  about_account_id: string | null;
  requester_name: string;
  requester_email: string;
  category: Category;
  subject: string;
  status: Status;
  assignee_id: string | null;
  context: TicketContext;
  target_seconds: number;
  clock_seconds: number;
  clock_since: string | null;
  due_at: string | null;
  first_replied_at: string | null;
  resolved_at: string | null;
  last_message_at: string;
  /** Until when staff may view the site as the requester. */
  view_as_until: string | null;
  created_at: string;
};

export type Attachment = {
  id: string;
  message_id: string;
  path: string;
  name: string;
  mime_type: string;
  size: number;
};

export type TicketMessage = {
  id: string;
  ticket_id: string;
  author_id: string | null;
  author_name: string;
  is_staff: boolean;
  is_internal: boolean;
  via: 'web' | 'mail' | 'system';
  body: string;
  checks: SiteCheck[] | null;
  created_at: string;
  ticket_attachments: Attachment[];
};

/** A change of a ticket: staff see all changes, the requester those of the state. */
export type TicketChange = {
  id: string;
  kind: 'status' | 'category' | 'assignee' | 'view_as';
  old_value: string | null;
  new_value: string | null;
  actor_id: string | null;
  created_at: string;
};

export type CannedReply = { id: string; title: string; body: string };
export type TicketCounts = Record<'unresolved' | 'awaited' | 'resolved' | 'overdue' | 'mine' | 'unassigned', number>;
export type StaffPerson = { user_id: string; name: string };

export type TicketFilters = ListRequest & {
  /** Set for callers who are not staff: only their own tickets. */
  user_id?: string;
  statuses: readonly string[];
  categories: readonly string[];
  /** `me`, `nobody`, or unset for any assignee. */
  assigned?: string;
  isLate?: boolean;
  me: string;
};

const COLUMNS =
  'account_id, id, number, user_id, about_account_id, requester_name, requester_email, category, subject, status, assignee_id, context, target_seconds, clock_seconds, clock_since, due_at, first_replied_at, resolved_at, last_message_at, view_as_until, created_at';

const sortable = {
  subject: 'subject',
  category: 'category',
  status: 'status',
  last_message_at: 'last_message_at',
  number: 'number',
  requester_name: 'requester_name',
  due_at: 'due_at',
  assignee_id: 'assignee_name',
};

/** One page of tickets matching the filters. */
export async function listTickets(db: Db, account_id: string, filters: TicketFilters): Promise<ListPage<Ticket>> {
  let query = db.from('tickets').select(COLUMNS, { count: 'exact' }).eq('account_id', account_id);
  if (filters.user_id) query = query.eq('user_id', filters.user_id);
  if (filters.statuses.length > 0) query = query.in('status', [...filters.statuses] as Status[]);
  if (filters.categories.length > 0) query = query.in('category', [...filters.categories] as Category[]);
  if (filters.assigned === 'me') query = query.eq('assignee_id', filters.me);
  if (filters.assigned === 'nobody') query = query.is('assignee_id', null);
  if (filters.isLate) query = query.lt('due_at', new Date(clockNow()).toISOString());
  const columns = { sortable, usual: 'last_message_at', search: 'search_text' };
  return pageOf(query, filters, columns);
}

async function readTicket(db: Db, account_id: string, id: string): Promise<Ticket | null> {
  return maybeDataOf(await db.from('tickets').select(COLUMNS).eq('account_id', account_id).eq('id', id).maybeSingle());
}

/** Maximum messages a thread shows; beyond it the oldest are left out. */
const THREAD_LIMIT = 500;

async function readThread(
  db: Db,
  account_id: string,
  ticket_id: string,
): Promise<{ messages: TicketMessage[]; changes: TicketChange[] }> {
  const [messages, changes] = await Promise.all([
    db
      .from('ticket_messages')
      .select(
        'id, ticket_id, author_id, author_name, is_staff, is_internal, via, body, checks, created_at, ticket_attachments(id, message_id, path, name, mime_type, size)',
      )
      .eq('account_id', account_id)
      .eq('ticket_id', ticket_id)
      .order('created_at')
      .limit(THREAD_LIMIT),
    db
      .from('ticket_changes')
      .select('id, kind, old_value, new_value, actor_id, created_at')
      .eq('account_id', account_id)
      .eq('ticket_id', ticket_id)
      // The initial state `unresolved` is not a change.
      .or('old_value.not.is.null,kind.neq.status')
      .order('created_at')
      .limit(THREAD_LIMIT),
  ]);
  return { messages: dataOf(messages), changes: dataOf(changes) as TicketChange[] };
}

export type NewTicket = {
  category: Category;
  subject: string;
  body: string;
  about_account_id: string | null;
  context: TicketContext;
  files: string[];
};

/** Opens a ticket and returns its id. */
export async function openTicket(db: Db, account_id: string, ticket: NewTicket): Promise<string> {
  const { about_account_id, context, ...rest } = ticket;
  return dataOf(
    await db.rpc('open_ticket', {
      account_id,
      ...rest,
      context,
      ...(about_account_id ? { about_account_id } : {}),
    }),
  ) as string;
}

export type Reply = { body: string; is_internal: boolean; next_status: Status | null; files: string[] };

export async function replyToTicket(db: Db, account_id: string, ticket_id: string, reply: Reply): Promise<void> {
  const { next_status, ...rest } = reply;
  dataOf(await db.rpc('answer_ticket', { account_id, ticket_id, ...rest, ...(next_status ? { next_status } : {}) }));
}

export async function changeTicket(
  db: Db,
  account_id: string,
  id: string,
  change: Partial<Pick<Ticket, 'status' | 'category' | 'assignee_id'>>,
): Promise<void> {
  dataOf(await db.from('tickets').update(change).eq('account_id', account_id).eq('id', id).select('id').single());
}

/** Changes several tickets; those that already have the value are skipped and not counted. Returns how many changed. */
export function changeTickets(
  db: Db,
  account_id: string,
  ids: readonly string[],
  change: { status: Status } | { assignee_id: string | null },
): Promise<Outcome> {
  return inBatches(ids, async (some) => {
    const selected = db.from('tickets').update(change).eq('account_id', account_id).in('id', some);
    const merged =
      'status' in change
        ? selected.neq('status', change.status)
        : change.assignee_id === null
          ? selected.not('assignee_id', 'is', null)
          : selected.or(`assignee_id.is.null,assignee_id.neq.${change.assignee_id}`);
    return { changed: dataOf(await merged.select('id')).length, refused: [] };
  });
}

export async function checkSite(db: Db, account_id: string, ticket_id: string): Promise<void> {
  const { error } = await db.rpc('check_site', { account_id, ticket_id });
  if (error) throw dbErrorOf(error);
}

/** Lets staff view the site as the caller, or revokes that. */
export async function allowViewAs(db: Db, account_id: string, ticket_id: string, is_allowed: boolean): Promise<void> {
  const { error } = await db.rpc('let_view_as', { account_id, ticket_id, is_allowed });
  if (error) throw dbErrorOf(error);
}

/** Creates a code that starts half an hour of impersonation of the requester, on the host of the ticket's site. */
export async function viewAs(db: Db, account_id: string, ticket_id: string, reason: string): Promise<string> {
  const { data, error } = await db.rpc('view_as', { account_id, ticket_id, reason });
  if (error) throw dbErrorOf(error);
  return data;
}

/** Uploads a file into the caller's own folder; returns its path, to be attached to a message. */
export async function uploadFile(db: Db, account_id: string, user_id: string, name: string, file: Blob) {
  const path = `tickets/${user_id}/${clockNow().toString(36)}${Math.random().toString(36).slice(2, 6)}-${name}`;
  const { error } = await db.storage
    .from(`${account_id}-private`)
    .upload(path, file, { contentType: file.type || 'application/octet-stream' });
  if (error) throw new DbError(error.message, error.name);
  return path;
}

export async function deleteUpload(db: Db, account_id: string, path: string): Promise<void> {
  const { error } = await db.storage.from(`${account_id}-private`).remove([path]);
  if (error) throw new DbError(error.message, error.name);
}

/** A signed URL of an attachment, valid for one minute. */
export async function attachmentAddress(db: Db, account_id: string, file: Attachment): Promise<string> {
  const { data, error } = await db.storage
    .from(`${account_id}-private`)
    .createSignedUrl(file.path, 60, { download: file.name });
  if (error) throw new DbError(error.message, error.name);
  return data.signedUrl;
}

export async function saveReply(db: Db, account_id: string, id: string | null, reply: Omit<CannedReply, 'id'>) {
  const table = db.from('canned_replies');
  dataOf(
    id
      ? await table.update(reply).eq('account_id', account_id).eq('id', id).select('id').single()
      : await table
          .insert({ account_id, ...reply })
          .select('id')
          .single(),
  );
}

export async function removeReply(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(await db.from('canned_replies').delete().eq('account_id', account_id).eq('id', id).select('id').single());
}

/** Sets the response target of a category in minutes; `null` resets it to the default. */
export async function saveTarget(db: Db, account_id: string, category: Category, minutes: number | null) {
  const table = db.from('ticket_targets');
  if (minutes === null) {
    dataOf(await table.delete().eq('account_id', account_id).eq('category', category).select('id'));
    return;
  }
  const changed = dataOf(
    await table.update({ minutes }).eq('account_id', account_id).eq('category', category).select('id'),
  );
  if (changed.length === 0) dataOf(await table.insert({ account_id, category, minutes }).select('id').single());
}

export const ticketKeys = { all: (account_id: string) => ['tickets', account_id] as const };

export const ticketQueries = {
  counts: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...ticketKeys.all(account_id), 'counts'],
      queryFn: async () => dataOf(await db.rpc('ticket_counts', { account_id }).single()) as TicketCounts,
    }),
  one: (db: Db, account_id: string, id: string) =>
    queryOptions({
      queryKey: [...ticketKeys.all(account_id), 'one', id],
      queryFn: () => readTicket(db, account_id, id),
    }),
  thread: (db: Db, account_id: string, id: string) =>
    queryOptions({
      queryKey: [...ticketKeys.all(account_id), 'thread', id],
      queryFn: () => readThread(db, account_id, id),
    }),
  staff: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...ticketKeys.all(account_id), 'staff'],
      queryFn: async () => dataOf(await db.rpc('ticket_staff', { account_id })) as StaffPerson[],
      staleTime: 60_000,
    }),
  replies: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...ticketKeys.all(account_id), 'replies'],
      queryFn: async () =>
        dataOf(
          await db
            .from('canned_replies')
            .select('id, title, body')
            .eq('account_id', account_id)
            .order('title')
            .limit(200),
        ) as CannedReply[],
    }),
  targets: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...ticketKeys.all(account_id), 'targets'],
      queryFn: async () =>
        dataOf(await db.from('ticket_targets').select('category, minutes').eq('account_id', account_id).limit(20)) as {
          category: Category;
          minutes: number;
        }[],
    }),
  /** Title of the site a ticket is about; null where the caller may not see it. */
  site: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['accounts', account_id, 'address'],
      queryFn: async () =>
        maybeDataOf(await db.from('accounts').select('slug, domain').eq('account_id', account_id).maybeSingle()) as {
          slug: string;
          domain: string | null;
        } | null,
    }),
  /** The sites the caller owns, on the platform's host. */
  ownSites: (db: Db, user_id: string) =>
    queryOptions({
      queryKey: ['accounts', 'own', user_id],
      queryFn: async () =>
        dataOf(
          await db
            .from('accounts')
            .select('account_id, slug, domain')
            .eq('owner_id', user_id)
            .eq('is_platform', false)
            .order('slug')
            .limit(200),
        ) as { account_id: string; slug: string; domain: string | null }[],
    }),
};
