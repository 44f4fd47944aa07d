/** Notification kinds. Those whose features send their own mail are never mailed a second time. */
export const kinds = [
  'general',
  'messages',
  'learning',
  'teaching',
  'orders',
  'sales',
  'comments',
  'forms',
  'tickets',
  'family',
  'account',
  'webhooks',
] as const;
export type Kind = (typeof kinds)[number];

export const channels = ['app', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

export const digests = ['soon', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];

const mailedByThemselves: readonly Kind[] = ['orders', 'tickets', 'forms', 'webhooks'];

/** Whether a feature always sends its own mail about a kind at once (as private.has_own_mail says). */
export function hasOwnMail(kind: Kind): boolean {
  return mailedByThemselves.includes(kind);
}

/** Kinds that can reach a person: no sales for students, no learning on a site without courses. */
export function kindsFor(person: {
  isPlatform: boolean;
  caps: readonly string[];
  features: readonly string[];
}): readonly Kind[] {
  const holds = (...caps: string[]) => caps.some((cap) => person.caps.includes(cap));
  if (person.isPlatform) return ['general', 'tickets'];
  const isShown: Record<Kind, boolean> = {
    general: true,
    // Hidden until there is messaging.
    messages: false,
    learning: person.features.includes('lms'),
    // Stands here once an event of teaching notifies.
    teaching: false,
    orders: true,
    sales: holds('manage_options', 'manage_shop'),
    comments: holds('manage_options', 'edit_posts'),
    forms: holds('manage_options'),
    tickets: true,
    family: true,
    account: holds('manage_options'),
    webhooks: holds('manage_options'),
  };
  return kinds.filter((kind) => isShown[kind]);
}

export type NotificationPreferences = {
  no_app: Kind[];
  no_email: Kind[];
  no_push: Kind[];
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

export function isOn(preferences: NotificationPreferences, kind: Kind, channel: Channel): boolean {
  return !preferences[column[channel]].includes(kind);
}

/**
 * Preferences with one kind on or off for a channel. Kinds keep their order, so that an undone change compares as
 * unchanged.
 */
export function withChoice(
  preferences: NotificationPreferences,
  kind: Kind,
  channel: Channel,
  isOn: boolean,
): NotificationPreferences {
  const name = column[channel];
  const off = new Set(preferences[name]);
  if (isOn) off.delete(kind);
  else off.add(kind);
  return { ...preferences, [name]: kinds.filter((name) => off.has(name)) };
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
