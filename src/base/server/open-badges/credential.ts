import { gzipSync } from 'node:zlib';
import type { BadgeFacts } from '#base/shared/open-badge.ts';

/**
 * Open Badges 3.0, https://www.imsglobal.org/spec/ob/v3p0/, as W3C Verifiable Credentials 2.0 with a
 * Bitstring Status List 1.0, https://www.w3.org/TR/vc-bitstring-status-list/
 */

const VC_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const BADGE_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
/** The least a status list holds, so that nobody is found by its length. */
export const STATUS_LIST_ENTRIES = 131_072;

/** Where an account serves what verifiers read. */
export type BadgeAddresses = {
  origin: string;
  /** The path of the folder in which the DID document `did.json` is. */
  issuer: string;
  badge(id: string): string;
  file(id: string): string;
  status(list: number): string;
};

/** The account as who signs: `did:web` of its site, whose keys verifiers read from `did.json` in the folder of the issuer. */
export function issuerId({ origin, issuer }: Pick<BadgeAddresses, 'origin' | 'issuer'>): string {
  const { host } = new URL(origin);
  const segments = issuer.split('/').filter(Boolean);
  return ['did:web', encodeURIComponent(host), ...segments].join(':');
}

export const verificationMethodOf = (issuer: string, publicKey: string) => `${issuer}#${publicKey}`;

/** The DID document: where verifiers find the keys of an account. */
export function didDocument(addresses: BadgeAddresses, publicKeys: readonly string[]) {
  const id = issuerId(addresses);
  const methods = publicKeys.map((publicKeyMultibase) => ({
    id: verificationMethodOf(id, publicKeyMultibase),
    type: 'Multikey',
    controller: id,
    publicKeyMultibase,
  }));
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  };
}

/** The credential of a badge, without its proof. `criteria`: what had to be done, in words. */
export function badgeCredential(badge: BadgeFacts, addresses: BadgeAddresses, criteria: string) {
  const { origin } = addresses;
  const { language } = badge;
  const list = `${origin}${addresses.status(Math.floor(badge.status_index / STATUS_LIST_ENTRIES))}`;
  const place = badge.status_index % STATUS_LIST_ENTRIES;
  return {
    '@context': [VC_CONTEXT, BADGE_CONTEXT] as const,
    id: origin + addresses.file(badge.id),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: badge.name,
    issuer: { id: issuerId(addresses), type: ['Profile'], name: badge.issuer, url: origin },
    validFrom: secondsOf(badge.awarded_at),
    ...(badge.expires_at ? { validUntil: secondsOf(badge.expires_at) } : {}),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: `sha256$${badge.email_hash}`,
          identityType: 'emailAddress',
          salt: badge.salt,
        },
        { type: 'IdentityObject', hashed: false, identityHash: badge.holder, identityType: 'name' },
      ],
      achievement: {
        id: origin + addresses.badge(badge.id),
        type: ['Achievement'],
        achievementType: badge.is_certificate ? 'Course' : 'Badge',
        name: badge.name,
        description: badge.description || criteria,
        criteria: { narrative: criteria },
        image: { id: `${origin}/pictures/open-badge.svg`, type: 'Image' },
        ...(language ? { inLanguage: language } : {}),
      },
    },
    credentialStatus: {
      id: `${list}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(place),
      statusListCredential: list,
    },
  };
}

/** The status list with this number, without its proof. `revoked`: places within it. `validFrom`: ISO 8601. */
export function statusCredential(
  addresses: BadgeAddresses,
  list: number,
  revoked: readonly number[],
  validFrom: string,
) {
  const id = `${addresses.origin}${addresses.status(list)}`;
  return {
    '@context': [VC_CONTEXT] as const,
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuerId(addresses),
    validFrom,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bitsOf(revoked)).toString('base64url')}`,
    },
  };
}

/** The first place is the left-most bit. */
function bitsOf(places: readonly number[]): Uint8Array {
  const bits = new Uint8Array(STATUS_LIST_ENTRIES / 8);
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  return bits;
}

/** Moments in credentials have whole seconds. */
export const secondsOf = (moment: string | Date) => `${new Date(moment).toISOString().slice(0, 19)}Z`;
