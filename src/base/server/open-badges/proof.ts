import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import canonicalize from 'canonicalize';
import { base58btc } from 'multiformats/bases/base58';

/**
 * Signs credentials so that others verify them without asking us: Data Integrity EdDSA Cryptosuites 1.0, `eddsa-jcs-2022`,
 * https://www.w3.org/TR/vc-di-eddsa/#eddsa-jcs-2022
 */

/** The multicodec of an Ed25519 public key, before its 32 bytes. */
const ED25519 = [0xed, 0x01];
/** What stands before the 32 bytes of the key in its SPKI form (RFC 8410). */
const SPKI_HEADER_BYTES = 12;

export type KeyPair = { publicKey: string; privateKey: string };

export type Proof = {
  type: 'DataIntegrityProof';
  cryptosuite: 'eddsa-jcs-2022';
  created: string;
  verificationMethod: string;
  proofPurpose: 'assertionMethod';
  proofValue: string;
};

/** A new Ed25519 pair: the public key as Multikey (`z6Mk…`), the private one as PKCS#8 in base64. */
export function generateSigningKeys(): KeyPair {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: multikeyOf(privateKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

function multikeyOf(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return base58btc.encode(Uint8Array.from([...ED25519, ...spki.subarray(SPKI_HEADER_BYTES)]));
}

/**
 * The document with its proof. The same document, key and moment give the same proof.
 * @param document with `@context`
 * @param privateKey PKCS#8 in base64
 * @param verificationMethod where verifiers find the public key, such as `did:web:example.com#z6Mk…`
 * @param created ISO 8601
 */
export function signed<Document extends { '@context': readonly unknown[] }>(
  document: Document,
  privateKey: string,
  { verificationMethod, created }: { verificationMethod: string; created: string },
): Document & { proof: Proof } {
  const options = {
    type: 'DataIntegrityProof' as const,
    cryptosuite: 'eddsa-jcs-2022' as const,
    created,
    verificationMethod,
    proofPurpose: 'assertionMethod' as const,
  };
  const context = document['@context'];
  const hashes = [{ ...options, '@context': context }, document].map((part) =>
    createHash('sha256')
      .update(canonicalize(part) ?? '')
      .digest(),
  );
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const proofValue = base58btc.encode(sign(null, Buffer.concat(hashes), key));
  return { ...document, proof: { ...options, '@context': context, proofValue } as Proof };
}
