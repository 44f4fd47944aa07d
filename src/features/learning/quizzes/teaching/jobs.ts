import type { Schedule } from '#base/server/jobs.ts';
import { escapeHtml } from '#base/server/mail.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { type CourseNews, courseNews } from './rules.ts';

type Row = Omit<CourseNews, 'joined' | 'handed_in' | 'away'> & {
  account_id: string;
  user_id: string;
  language: string | null;
  joined: string;
  handed_in: string;
  away: string;
};

export const schedules: Schedule[] = [
  {
    // Before the daily digest is mailed, in every time zone of Europe and Africa.
    name: 'tell-teachers',
    cron: '0 5 * * *',
    run: ({ sql, t, log }) =>
      sql.transaction(async (tx) => {
        const rows = await tx.query<Row>('select * from private.claim_course_news()');
        for (const { account_id, user_id, language, joined, handed_in, away, ...rest } of rows) {
          const locale = chooseLocale(language);
          const news = { ...rest, joined: Number(joined), handed_in: Number(handed_in), away: Number(away) };
          const message = courseNews(news, locale, (key, values) => t(locale, 'quizzes', key, values), escapeHtml);
          await tx.query('select private.notify($1, $2, $3, 2, $4, $5)', [
            account_id,
            user_id,
            message,
            paths.instructor(),
            'teaching',
          ]);
        }
        if (rows.length > 0) log.info({ courses: rows.length }, 'Authors were told what happened in their courses.');
      }),
  },
];
