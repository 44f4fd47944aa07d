/** A web address in a text, without the sign that ends its sentence. */
export const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/u;

/** The first web address in a text, as `private.first_link` finds it; null where there is none. */
export const firstLink = (text: string): string | null => LINK.exec(text)?.[0] ?? null;

/** The host of an address as people write it; empty where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '';
}
