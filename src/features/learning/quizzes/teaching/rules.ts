/** Events of a course since its author was last notified. */
export type CourseNews = { title: string; joined: number; handed_in: number; away: number; away_names: string[] };

type Translate = (key: string, values: Record<string, unknown>) => string;

/** The events of a course as a notification's HTML; zero counts are left out. `escapeText` escapes text for HTML. */
export function courseNews(
  news: CourseNews,
  locale: string,
  t: Translate,
  escapeText: (text: string) => string,
): string {
  const { title, joined, handed_in, away, away_names } = news;
  const unnamed = away - away_names.length;
  const names = [...away_names, ...(unnamed > 0 ? [t('teaching.others', { count: unnamed })] : [])];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const parts = [
    joined > 0 ? t('teaching.joined', { count: joined }) : '',
    handed_in > 0 ? t('teaching.handedIn', { count: handed_in }) : '',
    away > 0 ? t('teaching.away', { count: away, names: list }) : '',
  ].filter(Boolean);
  return `<b>${escapeText(title)}</b><br>${parts.map((part) => escapeText(part)).join('<br>')}`;
}
