/** Host name of the TXT record that proves ownership. */
export const proofName = (domain: string) => `_stoa.${domain}`;
export const proofValue = (token: string) => `stoa-domain=${token}`;

/** A required DNS record and the values found for it. */
export type FoundRecord = {
  kind: 'TXT' | 'CNAME';
  name: string;
  expected: string;
  found: string[];
  isRight: boolean;
};

/** DNS lookups of a domain; `home` are those of the host that always serves the site. */
export type DnsLookups = { texts: string[]; aliases: string[]; addresses: string[]; homeAddresses: string[] };

const MAX_SHOWN = 5;

/** The DNS records an owner has to set for a domain. */
export function expectedRecords(domain: string, token: string, home: string): Omit<FoundRecord, 'found' | 'isRight'>[] {
  return [
    { kind: 'TXT', name: proofName(domain), expected: proofValue(token) },
    { kind: 'CNAME', name: domain, expected: home },
  ];
}

/**
 * Compares each required record with DNS. An apex domain, which cannot have a CNAME, points to us by having only our
 * addresses.
 */
export function compareRecords(
  claim: { domain: string; token: string },
  home: { slugHost: string; baseDomain: string },
  lookups: DnsLookups,
): FoundRecord[] {
  const isAlias = lookups.aliases.some((alias) => alias === home.slugHost || alias === home.baseDomain);
  const isAddress =
    lookups.addresses.length > 0 && lookups.addresses.every((address) => lookups.homeAddresses.includes(address));
  return expectedRecords(claim.domain, claim.token, home.slugHost).map((record) => {
    const isProof = record.kind === 'TXT';
    const values = isProof ? lookups.texts : lookups.aliases.length > 0 ? lookups.aliases : lookups.addresses;
    const isRight = isProof ? lookups.texts.some((text) => text.trim() === record.expected) : isAlias || isAddress;
    return { ...record, found: values.slice(0, MAX_SHOWN), isRight };
  });
}

/** The verification tokens in a domain's TXT records. */
export function tokensIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => /^\s*stoa-domain=([0-9a-f]{64})\s*$/.exec(text)?.[1] ?? []);
}

/** Whether a domain is the platform's own or below it: those are assigned by slug and cannot be claimed. */
export function isPlatformDomain(domain: string, baseDomain: string): boolean {
  const name = domain.trim().toLowerCase().replace(/\.$/, '');
  return name === baseDomain || name.endsWith(`.${baseDomain}`);
}

const RENEW_DAYS = 30;

/** Certificates are renewed thirty days before they expire; shorter-lived ones at every check. */
export function isDueForRenewal(until: Date | null, now: Date): boolean {
  return until === null || until.getTime() - now.getTime() < RENEW_DAYS * 86_400_000;
}
