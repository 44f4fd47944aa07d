import { queryOptions } from '@tanstack/react-query';
import { clockNow } from '#base/shared/clock.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Certificate, CertificateFont, CertificateState, CheckedCertificate, Design, Look } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    certificate_designs: { font: CertificateFont };
    certificates: { design: Look };
  }
  interface FunctionShapes {
    verify_certificate: { row: CheckedCertificate };
  }
}

export const certificateKey = (accountId: string) => ['certificates', accountId] as const;

const DESIGN_COLUMNS =
  'id, name, language, title, body, signatory, logo, font, is_landscape, accent, valid_months, is_default';
const COLUMNS =
  'id, member_id, course_id, renews_id, holder, course, issuer, design, achieved_at, issued_at, expires_at, revoked_at, revoked_reason';
const MAX_DESIGNS = 50;

/** Every design of an account, that of the account first. */
export const designsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...certificateKey(accountId), 'designs'],
    queryFn: async (): Promise<Design[]> =>
      dataOf(
        await db
          .from('certificate_designs')
          .select(DESIGN_COLUMNS)
          .eq('account_id', accountId)
          .order('is_default', { ascending: false })
          .order('name')
          .limit(MAX_DESIGNS),
      ),
  });

/** Adds a design, or changes one; resolves to its id. */
export async function saveDesign(
  db: Db,
  account_id: string,
  id: string | null,
  design: Omit<Design, 'id' | 'is_default'>,
): Promise<string> {
  const table = db.from('certificate_designs');
  const response = id
    ? await table.update(design).eq('account_id', account_id).eq('id', id).select('id').single()
    : await table
        .insert({ account_id, ...design })
        .select('id')
        .single();
  return dataOf(response).id;
}

export async function makeDefaultDesign(db: Db, design_id: string): Promise<void> {
  maybeDataOf(await db.rpc('make_default_design', { design_id }));
}

export async function removeDesign(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('certificate_designs').delete().eq('account_id', accountId).eq('id', id).select('id'));
}

/** A course with the certificate it chose; without a row it has that of the account. */
export type CourseChoice = {
  id: string;
  title: string;
  status: string;
  course_certificates: { design_id: string | null } | null;
};

/** One page of the courses, each with what it chose. */
export function listCourseChoices(db: Db, accountId: string, request: ListRequest): Promise<ListPage<CourseChoice>> {
  const query = db
    .from('courses')
    .select('id, title, status, course_certificates(design_id)', { count: 'exact' })
    .eq('account_id', accountId)
    .neq('status', 'archived');
  return pageOf<CourseChoice>(query, request, {
    sortable: { title: 'title', updated_at: 'updated_at' },
    usual: 'updated_at',
    search: 'search_text',
  });
}

export type Choice = { kind: 'account' } | { kind: 'none' } | { kind: 'design'; design_id: string };

/** Sets which certificate a course has. */
export async function chooseCertificate(db: Db, account_id: string, course_id: string, choice: Choice): Promise<void> {
  const table = db.from('course_certificates');
  if (choice.kind === 'account') {
    dataOf(await table.delete().eq('account_id', account_id).eq('course_id', course_id).select('id'));
    return;
  }
  const design_id = choice.kind === 'design' ? choice.design_id : null;
  dataOf(
    await table
      .upsert({ account_id, course_id, design_id }, { onConflict: 'account_id,course_id' })
      .select('id')
      .single(),
  );
}

export type CertificateFilters = ListRequest & {
  states?: readonly CertificateState[];
  /** A member's own. */
  member_id?: string;
};

const sortable = { holder: 'holder', course: 'course', achieved_at: 'achieved_at', expires_at: 'expires_at' };

/** One page of what was issued: the account's for managers, a member's own with `member_id`. */
export async function listCertificates(
  db: Db,
  accountId: string,
  { states = [], member_id, ...request }: CertificateFilters,
): Promise<ListPage<Certificate>> {
  let query = db.from('certificates').select(COLUMNS, { count: 'exact' }).eq('account_id', accountId);
  if (member_id !== undefined) query = query.eq('member_id', member_id);
  if (states.length > 0) query = query.or(states.map(conditionOf).join(','));
  return pageOf<Certificate>(query, request, { sortable, usual: 'achieved_at', search: 'search_text' });
}

function conditionOf(state: CertificateState): string {
  const now = new Date(clockNow()).toISOString();
  if (state === 'revoked') return 'revoked_at.not.is.null';
  if (state === 'expired') return `and(revoked_at.is.null,expires_at.lte.${now})`;
  return `and(revoked_at.is.null,or(expires_at.is.null,expires_at.gt.${now}))`;
}

/** How many finished a course that has a certificate now, and never got it. */
export const uncertifiedQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...certificateKey(accountId), 'uncertified'],
    queryFn: async () => dataOf(await db.rpc('count_uncertified')),
  });

/** Issues to everybody who has finished, batch by batch; resolves to how many. */
export async function issueCertificates(db: Db): Promise<number> {
  let all = 0;
  for (;;) {
    const issued = dataOf(await db.rpc('issue_certificates'));
    if (issued === 0) return all;
    all += issued;
  }
}

export async function revokeCertificate(db: Db, certificate_id: string, reason: string): Promise<void> {
  maybeDataOf(await db.rpc('revoke_certificate', { certificate_id, reason }));
}

export async function renewCertificate(db: Db, certificate_id: string): Promise<void> {
  dataOf(await db.rpc('renew_certificate', { certificate_id }));
}

/** What anybody may know of a certificate; null where there is none with this id. */
export async function checkCertificate(
  db: Db,
  account_id: string,
  certificate_id: string,
): Promise<CheckedCertificate | null> {
  const rows = dataOf(await db.rpc('verify_certificate', { account_id, certificate_id }, { get: true }));
  return rows[0] ?? null;
}
