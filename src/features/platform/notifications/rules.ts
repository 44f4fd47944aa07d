/** Words of a notification by their key in `notifications:said`, so that whoever reads them has them in their language. */
export type Said = { key: string; values: Record<string, unknown> };

type Translate = (key: string, values: Record<string, unknown>) => string;

const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  $: '&#36;',
};

/** What people wrote, as text of our HTML; the dollar because `$t(…)` would be looked up among the translations. */
const escaped = (text: string) => text.replace(/[&<>"'$]/g, (mark) => marks[mark] ?? mark);

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && typeof (value as Said).key === 'string';
}

function wordsOf({ key, values }: Said, t: Translate): string {
  const given = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    isSaid(value) ? wordsOf(value, t) : typeof value === 'number' ? value : escaped(String(value ?? '')),
  ]);
  return t(`said.${key}`, { ...Object.fromEntries(given), defaultValue: '' });
}

/** A notification's HTML for one reader: `said` where it says something we have words for, else the message as it was written. */
export function messageFor(row: { message: string; said?: unknown }, t: Translate): string {
  return (isSaid(row.said) && wordsOf(row.said, t)) || row.message;
}
