/** What notifications are about. Those whose features mail by themselves are never mailed a second time. */
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

export const rhythms = ['soon', 'daily', 'weekly'] as const;
export type Rhythm = (typeof rhythms)[number];

const mailedByThemselves: readonly Kind[] = ['orders', 'tickets', 'forms', 'webhooks'];

/** Whether a feature writes a mail of its own about a kind, at once and always (as private.has_own_mail has it). */
export function hasOwnMail(kind: Kind): boolean {
  return mailedByThemselves.includes(kind);
}

/** Which kinds can reach somebody: a student is not asked about sales, nor a site without courses about learning. */
export function kindsFor(person: {
  isPlatform: boolean;
  caps: readonly string[];
  features: readonly string[];
}): readonly Kind[] {
  const holds = (...caps: string[]) => caps.some((cap) => person.caps.includes(cap));
  if (person.isPlatform) return ['general', 'tickets'];
  const isShown: Record<Kind, boolean> = {
    general: true,
    // Stands here once there are messages to be told of.
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

export type Wishes = {
  no_app: Kind[];
  no_email: Kind[];
  no_push: Kind[];
  email_rhythm: Rhythm;
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string;
};

export const everyWay: Wishes = {
  no_app: [],
  no_email: [],
  no_push: [],
  email_rhythm: 'soon',
  quiet_from: null,
  quiet_until: null,
  time_zone: 'UTC',
};

const column = { app: 'no_app', email: 'no_email', push: 'no_push' } as const;

export function isOn(wishes: Wishes, kind: Kind, channel: Channel): boolean {
  return !wishes[column[channel]].includes(kind);
}

/** The wishes with one kind on or off by one way; the order is that of the list, so that a change undone is no change. */
export function withChoice(wishes: Wishes, kind: Kind, channel: Channel, on: boolean): Wishes {
  const name = column[channel];
  const off = new Set(wishes[name]);
  if (on) off.delete(kind);
  else off.add(kind);
  return { ...wishes, [name]: kinds.filter((one) => off.has(one)) };
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#36': '$', '#39': "'", nbsp: ' ' };

/** A notification's HTML as one line of text, for places that show no markup. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?(br|p|div|li|ul|ol|h[1-6])\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#36|#39|nbsp);/g, (_, name: string) => signs[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most so many characters, cut at a word where there is one, with a sign that something follows. */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const head = letters.slice(0, most - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${space > most / 2 ? head.slice(0, space) : head}…`;
}

/** What the service worker is told; it shows every one of these. */
export type PushNotice = {
  title: string;
  body: string;
  /** Where a press leads, on this site. */
  url: string;
  /** A newer notice of the same tag takes the place of the older. */
  tag: string;
  lang: string;
  dir: 'ltr' | 'rtl';
};
