import type { Category, InboundMail, SiteCheck, Status } from './schema.ts';

/** Badge colours of the states (specification, section 4). */
export const statusTones = { unresolved: 'warning', awaited: 'info', resolved: 'success' } as const;

/** Default response targets by category; `private.usual_ticket_target` has the same. */
export const defaultMinutes: Record<Category, number> = {
  siteDown: 60,
  setup: 480,
  issue: 1440,
  bug: 2880,
  feature: 10_080,
};

/** State transitions allowed for staff and for the requester. */
export function nextStatuses(status: Status, isStaff: boolean): Status[] {
  if (isStaff) return (['unresolved', 'awaited', 'resolved'] as const).filter((next) => next !== status);
  return status === 'resolved' ? ['unresolved'] : ['resolved'];
}

type Clock = { target_seconds: number; clock_seconds: number; clock_since: string | null };

/** A ticket's response target: seconds left (below 0 is overdue), and whether its clock is running. */
export function clockOf(ticket: Clock, now: Date): { left: number; isRunning: boolean; isLate: boolean } {
  const since = ticket.clock_since ? Math.max(0, (now.getTime() - Date.parse(ticket.clock_since)) / 1000) : 0;
  const left = Math.round(ticket.target_seconds - ticket.clock_seconds - since);
  return { left, isRunning: ticket.clock_since !== null, isLate: left < 0 };
}

/** Fills the placeholders of a canned reply; unknown ones are left as written. */
export function fillPlaceholders(reply: string, facts: Record<string, string>): string {
  return reply.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => facts[name] ?? placeholder);
}

/** The reply line: text below it is the quoted mail. */
export const REPLY_LINE = '— — — — —';

/**
 * Where a mail program's quote begins: "On Friday, … wrote:", "Am Freitag schrieb …:", an old header, the first ">".
 */
const quoteStarts = [
  /^\s*>/,
  /^\s*-{2,}\s*(?:original message|ursprüngliche nachricht|message d’origine|mensaje original)\s*-{2,}/i,
  /^\s*(?:on|am|le|el)\s.{5,200}(?:wrote|schrieb|a écrit|escribió).{0,200}:\s*$/i,
  /^_{20,}$/,
];

/** The new text of a reply by mail, without quotes and signature. */
export function newTextOf(mail: string): string {
  const lines = mail.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex(
    (line) => line.includes(REPLY_LINE) || line === '-- ' || quoteStarts.some((start) => start.test(line)),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

/** The bare address of `Amara Okafor <amara@school.test>`; null where there is none, or more than one. */
export function addressIn(header: string): string | null {
  const bracketed = [...header.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)];
  if (bracketed.length > 1) return null;
  const address = bracketed[0]?.[1] ?? header.trim();
  return /^[^@\s<>,;"]+@[^@\s<>,;"]+\.[^@\s<>,;"]{2,}$/.test(address) ? address.toLowerCase() : null;
}

/** Auto-replies and delivery reports, which must not be answered to avoid mail loops. */
export function isAutomatic(mail: Pick<InboundMail, 'auto_submitted'>): boolean {
  return mail.auto_submitted !== undefined && mail.auto_submitted.trim().toLowerCase() !== 'no';
}

/** Results of probing a site; `null` is not probed. */
export type SiteFacts = {
  host: string;
  /** Addresses of the platform itself; empty where it has no public name. */
  platform: readonly string[];
  dns: { addresses: readonly string[] } | { problem: string } | null;
  tls: { validTo: string; isTrusted: boolean; reason: string } | { problem: string } | null;
  account: { status: string };
  meters: readonly { meter: string; used: number; limit: number | null }[];
};

const SOON_DAYS = 14;
const NEARLY = 0.8;

/** Turns the facts into one finding for each check. */
export function siteChecks(facts: SiteFacts, now: Date): SiteCheck[] {
  return [accountCheck(facts), dnsCheck(facts), tlsCheck(facts, now), ...quotaChecks(facts)];
}

function accountCheck({ account }: SiteFacts): SiteCheck {
  return account.status === 'active'
    ? { id: 'account', state: 'ok', code: 'active', values: {} }
    : { id: 'account', state: 'failed', code: 'suspended', values: {} };
}

function dnsCheck({ host, dns, platform }: SiteFacts): SiteCheck {
  const finding = (state: SiteCheck['state'], code: string, values: SiteCheck['values'] = {}): SiteCheck => ({
    id: 'dns',
    state,
    code,
    values: { host, ...values },
  });
  if (!dns) return finding('skipped', 'local');
  if ('problem' in dns) {
    const isMissing = dns.problem === 'ENOTFOUND' || dns.problem === 'ENODATA';
    return finding('failed', isMissing ? 'noAddress' : 'noAnswer', { problem: dns.problem });
  }
  const addresses = dns.addresses.join(', ');
  if (platform.length > 0 && !dns.addresses.some((address) => platform.includes(address)))
    return finding('failed', 'elsewhere', { addresses, expected: platform.join(', ') });
  return finding('ok', 'found', { addresses });
}

function tlsCheck({ host, tls }: SiteFacts, now: Date): SiteCheck {
  const finding = (state: SiteCheck['state'], code: string, values: SiteCheck['values'] = {}): SiteCheck => ({
    id: 'tls',
    state,
    code,
    values: { host, ...values },
  });
  if (!tls) return finding('skipped', 'notAsked');
  if ('problem' in tls) return finding('failed', 'noConnection', { problem: tls.problem });
  const days = Math.floor((Date.parse(tls.validTo) - now.getTime()) / 86_400_000);
  if (days < 0) return finding('failed', 'expired', { date: tls.validTo });
  if (!tls.isTrusted) return finding('failed', 'untrusted', { problem: tls.reason });
  return days < SOON_DAYS
    ? finding('warning', 'expiresSoon', { days, date: tls.validTo })
    : finding('ok', 'valid', { date: tls.validTo });
}

/** Findings of plan limits: storage always, other meters only when full or nearly so. */
function quotaChecks({ meters }: SiteFacts): SiteCheck[] {
  return meters.flatMap(({ meter, used, limit }): SiteCheck[] => {
    const id = meter === 'storage' ? 'quota' : 'limit';
    const values = { meter, used, ...(limit === null ? {} : { limit }) };
    if (limit !== null && used >= limit) return [{ id, state: 'failed', code: 'used', values }];
    if (limit !== null && used >= limit * NEARLY) return [{ id, state: 'warning', code: 'nearly', values }];
    if (id === 'limit') return [];
    return [{ id, state: 'ok', code: limit === null ? 'unlimited' : 'within', values }];
  });
}
