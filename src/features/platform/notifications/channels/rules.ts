export const channels = ['app', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

export const digests = ['soon', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];

/** Kinds whose features send their own mail: they are never mailed a second time. */
const mailedByThemselves: readonly string[] = ['orders', 'tickets', 'forms', 'webhooks'];

/** Whether a feature always sends its own mail about a kind at once (as private.has_own_mail says). */
export function hasOwnMail(kind: string): boolean {
  return mailedByThemselves.includes(kind);
}

type Person = { isPlatform: boolean; caps: readonly string[]; features: readonly string[] };
const holds = ({ caps }: Person, ...needed: string[]) => needed.some((cap) => caps.includes(cap));

/** Whom kinds reach that don't reach everybody: no sales for students, no learning on a site without courses. */
const reaches: Readonly<Record<string, (person: Person) => boolean>> = {
  // Hidden until there is messaging.
  messages: () => false,
  learning: ({ features }) => features.includes('lms'),
  // Stands here once an event of teaching notifies.
  teaching: () => false,
  sales: (person) => holds(person, 'manage_options', 'manage_shop'),
  forms: (person) => holds(person, 'manage_options'),
  account: (person) => holds(person, 'manage_options'),
  webhooks: (person) => holds(person, 'manage_options'),
};

/** Those of the declared kinds that can reach a person. */
export function kindsFor(kinds: readonly string[], person: Person): readonly string[] {
  if (person.isPlatform) return kinds.filter((kind) => kind === 'general' || kind === 'tickets');
  return kinds.filter((kind) => reaches[kind]?.(person) ?? true);
}

export type NotificationPreferences = {
  no_app: string[];
  no_email: string[];
  no_push: string[];
  email_rhythm: Digest;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string;
};

export const defaultPreferences: NotificationPreferences = {
  no_app: [],
  no_email: [],
  no_push: [],
  email_rhythm: 'soon',
  quiet_from: null,
  quiet_until: null,
  time_zone: 'UTC',
};

const column = { app: 'no_app', email: 'no_email', push: 'no_push' } as const;

export function isOn(preferences: NotificationPreferences, kind: string, channel: Channel): boolean {
  return !preferences[column[channel]].includes(kind);
}

/**
 * Preferences with one kind on or off for a channel. Kinds are sorted, as those that are read, so that an undone change
 * compares as unchanged.
 */
export function withChoice(
  preferences: NotificationPreferences,
  kind: string,
  channel: Channel,
  isOn: boolean,
): NotificationPreferences {
  const name = column[channel];
  const off = new Set(preferences[name]);
  if (isOn) off.delete(kind);
  else off.add(kind);
  return { ...preferences, [name]: [...off].sort() };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#36': '$', '#39': "'", nbsp: ' ' };

/** A notification's HTML as one line of plain text. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?(br|p|div|li|ul|ol|h[1-6])\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#36|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Truncates to at most `max` characters with an ellipsis, at a word boundary where possible. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const head = characters.slice(0, max - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${space > max / 2 ? head.slice(0, space) : head}…`;
}

/** Payload of a push message; the service worker shows every one. */
export type PushNotice = {
  title: string;
  body: string;
  /** URL on this site that a click opens. */
  url: string;
  /** A newer notification replaces one with the same tag. */
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
};
