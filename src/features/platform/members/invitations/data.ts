import { queryOptions } from '@tanstack/react-query';
import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, dbErrorOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { ImportLine } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    check_member_import: { args: { people: ImportLine[] } };
    start_member_import: { args: { people: ImportLine[] } };
    read_invitation: { returns: MailedInvitation | null };
    resend_invitations: { returns: Outcome };
    revoke_invitations: { returns: Outcome };
  }
}

export type InvitationRow = {
  id: string;
  email: string;
  name: string;
  role_id: string;
  expires_at: string;
  sent_at: string | null;
  sent_count: number;
  accepted_at: string | null;
  revoked_at: string | null;
  created_at: string;
  role: { name: string; kind: string | null };
};
export type InvitationFilter = ListRequest & { state?: string | undefined };

/** Sortable columns of the list and the database columns behind them. */
const sortable: Record<string, string> = { email: 'email', role: 'role(name)', sent_at: 'sent_at' };

export const invitationsKey = (accountId: string) => ['members', accountId, 'invitations'] as const;

/** One page of the invitations, newest first by default, and their total number. */
export function listInvitations(db: Db, accountId: string, filter: InvitationFilter): Promise<ListPage<InvitationRow>> {
  let query = db
    .from('invitations')
    .select(
      'id, email, name, role_id, expires_at, sent_at, sent_count, accepted_at, revoked_at, created_at, role:roles(name, kind)',
      { count: 'exact' },
    )
    .eq('account_id', accountId);
  const escaped = (filter.search ?? '').slice(0, 200).replace(/[\\%_]/g, (character) => `\\${character}`);
  if (escaped) query = query.ilike('email', `%${escaped}%`);
  const now = new Date().toISOString();
  if (filter.state === 'accepted') query = query.not('accepted_at', 'is', null);
  if (filter.state === 'revoked') query = query.not('revoked_at', 'is', null);
  if (filter.state === 'open' || filter.state === 'expired') {
    query = query.is('accepted_at', null).is('revoked_at', null);
    query = filter.state === 'open' ? query.gte('expires_at', now) : query.lt('expires_at', now);
  }
  return pageOf(query, filter, { sortable, usual: 'created_at' });
}

function throwIfError(error: { message: string; details?: string; code?: string } | null): void {
  if (error) throw dbErrorOf(error);
}

/** @throws {DbError} already a member, already invited, or a role above the caller's own. */
export async function inviteMember(
  db: Db,
  accountId: string,
  person: { email: string; name: string; role_id: string },
): Promise<void> {
  throwIfError((await db.rpc('invite_member', { account_id: accountId, ...person })).error);
}

export async function resendInvitation(db: Db, id: string): Promise<void> {
  throwIfError((await db.rpc('resend_invitation', { invitation_id: id })).error);
}

export async function revokeInvitation(db: Db, id: string): Promise<void> {
  throwIfError((await db.rpc('revoke_invitation', { invitation_id: id })).error);
}

export const resendInvitations = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('resend_invitations', { ids: some })));

export const revokeInvitations = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('revoke_invitations', { ids: some })));

export type MailedInvitation = {
  email: string;
  name: string;
  role: { name: string; kind: string | null };
  state: 'open' | 'accepted' | 'expired';
};

/** The invitation of a mailed code; null when the code is invalid. */
export async function readInvitation(db: Db, accountId: string, code: string): Promise<MailedInvitation | null> {
  return maybeDataOf(await db.rpc('read_invitation', { account_id: accountId, code }));
}

export async function acceptInvitation(db: Db, accountId: string, code: string): Promise<void> {
  throwIfError((await db.rpc('accept_invitation', { account_id: accountId, code })).error);
}

export type ReportLine = { line: number; email: string; name: string; outcome: string };

/** Dry run of an import: the outcome of each line; nothing is stored. */
export async function checkImport(
  db: Db,
  accountId: string,
  people: readonly ImportLine[],
  roleId: string,
): Promise<ReportLine[]> {
  return dataOf(
    await db.rpc('check_member_import', { account_id: accountId, people: [...people], role_id: roleId }).limit(5_000),
  );
}

export async function startImport(
  db: Db,
  accountId: string,
  people: readonly ImportLine[],
  roleId: string,
  fileName: string,
): Promise<string> {
  return dataOf(
    await db.rpc('start_member_import', {
      account_id: accountId,
      people: [...people],
      role_id: roleId,
      file_name: fileName,
    }),
  );
}

export type ImportRun = {
  id: string;
  file_name: string;
  total: number;
  done: number;
  finished_at: string | null;
  created_at: string;
};

/** The ten latest imports; polled every second while one is running. */
export function importsQuery(db: Db, accountId: string) {
  return queryOptions({
    queryKey: ['members', accountId, 'imports'],
    queryFn: async (): Promise<ImportRun[]> =>
      dataOf(
        await db
          .from('member_imports')
          .select('id, file_name, total, done, finished_at, created_at')
          .eq('account_id', accountId)
          .order('created_at', { ascending: false })
          .limit(10),
      ),
    refetchInterval: (query) => (query.state.data?.some((run) => !run.finished_at) ? 1_000 : false),
  });
}

/** The outcome of every line of an import. */
export async function importReport(db: Db, accountId: string, importId: string): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  for (;;) {
    const portion = dataOf(
      await db
        .from('member_import_rows')
        .select('line, email, name, outcome')
        .eq('account_id', accountId)
        .eq('import_id', importId)
        .order('line')
        .range(lines.length, lines.length + 499),
    );
    lines.push(...portion);
    if (portion.length < 500) return lines;
  }
}
