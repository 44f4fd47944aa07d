import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { ReportName } from '../rules.ts';

export type ScheduledReport = {
  id: string;
  report: ReportName;
  rhythm: 'weekly' | 'monthly';
  readers: { member_id: string; name: string }[];
  last_sent: string | null;
};

export type PossibleReader = { id: string; name: string; email: string };

export const scheduledReportQueries = {
  /** Scheduled reports: all of the account's for managers, for everybody else those they receive. */
  list: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['report-letters', account_id],
      queryFn: async (): Promise<ScheduledReport[]> => {
        const rows = dataOf(
          await db
            .from('report_letters')
            .select('id, report, rhythm, report_readers(member_id, members(name)), report_posts(sent_at)')
            .eq('account_id', account_id)
            .not('report_posts.sent_at', 'is', null)
            .order('sent_at', { referencedTable: 'report_posts', ascending: false })
            .limit(1, { referencedTable: 'report_posts' })
            .order('report')
            .order('rhythm'),
        );
        return rows.map(({ report_readers, report_posts, ...schedule }) => ({
          ...schedule,
          readers: report_readers.map(({ member_id, members }) => ({ member_id, name: members?.name ?? '' })),
          last_sent: report_posts[0]?.sent_at ?? null,
        }));
      },
    }),
  possible: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['report-letters', account_id, 'possible readers'],
      queryFn: async (): Promise<PossibleReader[]> => dataOf(await db.rpc('possible_letter_readers', { account_id })),
    }),
};

export async function saveScheduledReport(
  db: Db,
  account_id: string,
  schedule: { report: ReportName; rhythm: string; readers: string[] },
): Promise<void> {
  dataOf(await db.rpc('save_report_letter', { account_id, ...schedule }));
}

export async function deleteScheduledReport(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(await db.from('report_letters').delete().eq('account_id', account_id).eq('id', id).select('id').single());
}

export async function leaveScheduledReport(
  db: Db,
  account_id: string,
  letter_id: string,
  member_id: string,
): Promise<void> {
  dataOf(
    await db
      .from('report_readers')
      .delete()
      .eq('account_id', account_id)
      .eq('letter_id', letter_id)
      .eq('member_id', member_id)
      .select('id')
      .single(),
  );
}
