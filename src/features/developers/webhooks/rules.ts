import type { EventDefinition } from '#base/shared/event-catalogue.ts';

/** The types of events that an account can choose, by what they are about: `order.paid` belongs to `order`. */
export function eventGroups(catalogue: readonly EventDefinition[]): { noun: string; types: string[] }[] {
  const types = catalogue.filter(({ isOffered }) => isOffered).map(({ type }) => type);
  const groups = Map.groupBy(types, (type) => type.split('.')[0] ?? '');
  return [...groups].map(([noun, types]) => ({ noun, types }));
}

export type UrlProblem = 'empty' | 'notHttps' | 'person' | 'notAnAddress' | 'tooLong' | 'private';

/**
 * Validates a webhook URL by its text alone; returns the error key or null. DNS is resolved and checked on each
 * delivery.
 */
export function urlProblem(typed: string): UrlProblem | null {
  const text = typed.trim();
  if (text === '') return 'empty';
  if (text.length > 500) return 'tooLong';
  if (!URL.canParse(text) || /[\s\\#]/.test(text)) return 'notAnAddress';
  const url = new URL(text);
  if (url.host === '') return 'notAnAddress';
  if (url.username || url.password) return 'person';
  const isOwnMachine = url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  if (isOwnMachine) return null;
  if (url.protocol !== 'https:') return 'notHttps';
  return isInnerHost(url.hostname) ? 'private' : null;
}

const INNER_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/;
/** Private and reserved IPv4 networks (RFC 6890): first address and prefix length. */
const INNER_NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** Whether a host is private. Expects the normalized host of a URL; `private.is_inner_host` applies the same rules. */
function isInnerHost(host: string): boolean {
  if (host.startsWith('[')) {
    const [first = 0, second = 0] = host
      .slice(1, -1)
      .split(':')
      .map((group) => Number.parseInt(group || '0', 16));
    const isGlobal = first >= 0x2000 && first < 0x4000 && first !== 0x2002;
    return !isGlobal || (first === 0x2001 && (second < 0x200 || second === 0xdb8));
  }
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) return INNER_NAME.test(host);
  return INNER_NETWORKS.some(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(numberOf(host) / size) === Math.floor(numberOf(network) / size);
  });
}

/** Normalizes a URL for storage: a bare origin gets its path `/`. */
export function normalizeUrl(typed: string): string {
  return new URL(typed.trim()).href;
}
