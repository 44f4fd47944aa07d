/** Words of a notification by their key in `notifications:said`, so that whoever reads them has them in their language. */
export type LocalizedMessage = { key: string; values: Record<string, unknown> };

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

function isLocalized(value: unknown): value is LocalizedMessage {
  return typeof value === 'object' && value !== null && typeof (value as LocalizedMessage).key === 'string';
}

function localize({ key, values }: LocalizedMessage, t: Translate): string {
  const params = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    isLocalized(value) ? localize(value, t) : typeof value === 'number' ? value : escaped(String(value ?? '')),
  ]);
  return t(`said.${key}`, { ...Object.fromEntries(params), defaultValue: '' });
}

/** A notification's HTML for one reader: `said` where it says something we have words for, else the message as it was written. */
export function messageFor(row: { message: string; said?: unknown }, t: Translate): string {
  return (isLocalized(row.said) && localize(row.said, t)) || row.message;
}
