/** What happened in a course since its author was told last. */
export type CourseNews = { title: string; joined: number; handed_in: number; away: number; away_names: string[] };

type Translate = (key: string, values: Record<string, unknown>) => string;

/** The news of a course as a notification's HTML; what did not happen is not mentioned. `safe` makes text safe in HTML. */
export function courseNews(news: CourseNews, locale: string, t: Translate, safe: (text: string) => string): string {
  const { title, joined, handed_in, away, away_names } = news;
  const hidden = away - away_names.length;
  const names = [...away_names, ...(hidden > 0 ? [t('teaching.others', { count: hidden })] : [])];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const parts = [
    joined > 0 ? t('teaching.joined', { count: joined }) : '',
    handed_in > 0 ? t('teaching.handedIn', { count: handed_in }) : '',
    away > 0 ? t('teaching.away', { count: away, names: list }) : '',
  ].filter(Boolean);
  return `<b>${safe(title)}</b><br>${parts.map((part) => safe(part)).join('<br>')}`;
}
