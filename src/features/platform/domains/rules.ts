/** Where a domain's owner publishes that the domain is theirs. */
export const proofName = (domain: string) => `_stoa.${domain}`;
export const proofValue = (token: string) => `stoa-domain=${token}`;

/** A record the owner sets, and what stands there now. */
export type FoundRecord = {
  kind: 'TXT' | 'CNAME';
  name: string;
  expected: string;
  found: string[];
  isRight: boolean;
};

/** What was found of a domain: `home` is where its site is reached without it. */
export type Seen = { texts: string[]; aliases: string[]; addresses: string[]; homeAddresses: string[] };

const MAX_SHOWN = 5;

/** The records an owner sets for a domain. */
export function expectedRecords(domain: string, token: string, home: string): Omit<FoundRecord, 'found' | 'isRight'>[] {
  return [
    { kind: 'TXT', name: proofName(domain), expected: proofValue(token) },
    { kind: 'CNAME', name: domain, expected: home },
  ];
}

/**
 * Each record with what was found in its place. A domain that can have no alias, such as one without a name in front,
 * points to us by having our addresses alone.
 */
export function judgeRecords(
  claim: { domain: string; token: string },
  home: { slugHost: string; baseDomain: string },
  seen: Seen,
): FoundRecord[] {
  const isAlias = seen.aliases.some((alias) => alias === home.slugHost || alias === home.baseDomain);
  const isAddress =
    seen.addresses.length > 0 && seen.addresses.every((address) => seen.homeAddresses.includes(address));
  return expectedRecords(claim.domain, claim.token, home.slugHost).map((record) => {
    const isProof = record.kind === 'TXT';
    const values = isProof ? seen.texts : seen.aliases.length > 0 ? seen.aliases : seen.addresses;
    const isRight = isProof ? seen.texts.some((text) => text.trim() === record.expected) : isAlias || isAddress;
    return { ...record, found: values.slice(0, MAX_SHOWN), isRight };
  });
}

/** The tokens that stand in the texts of a domain. */
export function tokensIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => /^\s*runtime-domain=([0-9a-f]{64})\s*$/.exec(text)?.[1] ?? []);
}

/** Whether a domain is the platform's own, or below it: those are given by slug and never claimed. */
export function isOfPlatform(domain: string, baseDomain: string): boolean {
  const name = domain.trim().toLowerCase().replace(/\.$/, '');
  return name === baseDomain || name.endsWith(`.${baseDomain}`);
}

const RENEW_DAYS = 30;

/** A certificate is renewed thirty days before it ends; one that never held longer, at every look. */
export function isDueForRenewal(until: Date | null, now: Date): boolean {
  return until === null || until.getTime() - now.getTime() < RENEW_DAYS * 86_400_000;
}
