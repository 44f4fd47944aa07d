/** A certificate authority: it issues certificates to whoever answers its challenge under a domain. */
export type CertificateAuthority = {
  /**
   * Issues a certificate for one domain: `chain` and `key` as PEM.
   * @throws {Error} with the authority's own message where it declines.
   */
  obtain(domain: string, show: PublishChallenge): Promise<{ chain: string; key: string; validUntil: Date }>;
};

/** Publishes `http://domain/.well-known/acme-challenge/{token}`; resolves to a function that removes it. */
export type PublishChallenge = (challenge: { token: string; answer: string }) => Promise<() => Promise<void>>;

/** Storage of the ACME account key. `save` resolves to the key that is stored from then on. */
export type AccountKeys = { load(): Promise<string | null>; save(key: string): Promise<string> };

/** ACME (RFC 8555) with `http-01`. `pollMs`: the interval for polling the authority. */
export function createAcmeAuthority(options: {
  directoryUrl: string;
  email: string | undefined;
  accountKeys: AccountKeys;
  pollMs?: number;
}): CertificateAuthority {
  return {
    obtain: async (domain, show) => {
      // Imported lazily: the ACME client takes longer to load than the rest of the start.
      const acme = (await import('acme-client')).default;
      const accountKey =
        (await options.accountKeys.load()) ??
        (await options.accountKeys.save((await acme.crypto.createPrivateEcdsaKey()).toString()));
      const client = new acme.Client({
        directoryUrl: options.directoryUrl,
        accountKey,
        backoffMin: options.pollMs ?? 2_000,
        backoffMax: (options.pollMs ?? 2_000) * 8,
      });
      const [key, csr] = await acme.crypto.createCsr(
        { commonName: domain.length <= 64 ? domain : undefined, altNames: [domain] },
        await acme.crypto.createPrivateEcdsaKey(),
      );
      const cleanups = new Map<string, () => Promise<void>>();
      const chain = await client.auto({
        csr,
        ...(options.email ? { email: options.email } : {}),
        termsOfServiceAgreed: true,
        challengePriority: ['http-01'],
        // Skip the local self-check: the authority connects from outside, where the result may differ.
        skipChallengeVerification: true,
        challengeCreateFn: async (_, { token }, keyAuthorization) => {
          cleanups.set(token, await show({ token, answer: keyAuthorization }));
        },
        challengeRemoveFn: async (_, { token }) => {
          await cleanups.get(token)?.();
        },
      });
      return { chain, key: key.toString(), validUntil: acme.crypto.readCertificateInfo(chain).notAfter };
    },
  };
}
