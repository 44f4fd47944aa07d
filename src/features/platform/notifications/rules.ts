import { formatMoney } from '#base/shared/money.ts';

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

function localize({ key, values }: LocalizedMessage, t: Translate, locale: string): string {
  if (key === 'money') return escaped(formatMoney(Number(values.amount), String(values.currency), locale));
  const params = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    isLocalized(value) ? localize(value, t, locale) : typeof value === 'number' ? value : escaped(String(value ?? '')),
  ]);
  return t(`said.${key}`, { ...Object.fromEntries(params), defaultValue: '' });
}

/**
 * A notification's HTML for one reader: the localized message where `said` has a known key, else the stored message. A value
 * whose key is `money` is an amount in the smallest unit of its currency.
 */
export function messageFor(row: { message: string; said?: unknown }, t: Translate, locale: string): string {
  return (isLocalized(row.said) && localize(row.said, t, locale)) || row.message;
}
