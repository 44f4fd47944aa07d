/** A message as a key of `notifications:said` with its values, so that each reader gets it in their language. */
export type LocalizedMessage = { key: string; values: Record<string, unknown> };

type Translate = (key: string, values: Record<string, unknown>) => string;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  $: '&#36;',
};

/** Escapes user text for HTML; `$` too, because i18next would resolve `$t(…)` in it. */
const escaped = (text: string) => text.replace(/[&<>"'$]/g, (character) => entities[character] ?? character);

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

/**
 * A notification's HTML for one reader: the localized message where `said` has a known key, else the stored message.
 */
export function messageFor(row: { message: string; said?: unknown }, t: Translate): string {
  return (isLocalized(row.said) && localize(row.said, t)) || row.message;
}
