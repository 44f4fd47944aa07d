/** Somebody who certifies that a domain is held by who answers under it. */
export type CertificateAuthority = {
  /**
   * A certificate for one domain: `chain` and `key` as PEM.
   * @throws {Error} with the authority's own words where it refuses.
   */
  obtain(domain: string, show: ShowAnswer): Promise<{ chain: string; key: string; validUntil: Date }>;
};

/** Lets `http://domain/.well-known/acme-challenge/{token}` answer; answers how to take it away again. */
export type ShowAnswer = (challenge: { token: string; answer: string }) => Promise<() => Promise<void>>;

/** Where the key is kept by which the authority knows us. `save` answers the key that is kept from then on. */
export type AccountKeys = { load(): Promise<string | null>; save(key: string): Promise<string> };

/** RFC 8555 over `http-01`. `pollMs`: how soon the authority is asked again whether it is done. */
export function createAcmeAuthority(options: {
  directoryUrl: string;
  email: string | undefined;
  accountKeys: AccountKeys;
  pollMs?: number;
}): CertificateAuthority {
  return {
    obtain: async (domain, show) => {
      // The client and what it stands on take longer to load than the rest of a start.
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
      const shown = new Map<string, () => Promise<void>>();
      const chain = await client.auto({
        csr,
        ...(options.email ? { email: options.email } : {}),
        termsOfServiceAgreed: true,
        challengePriority: ['http-01'],
        // The authority looks from outside; from here we might see ourselves where nobody else does.
        skipChallengeVerification: true,
        challengeCreateFn: async (_, { token }, answer) => {
          shown.set(token, await show({ token, answer }));
        },
        challengeRemoveFn: async (_, { token }) => {
          await shown.get(token)?.();
        },
      });
      return { chain, key: key.toString(), validUntil: acme.crypto.readCertificateInfo(chain).notAfter };
    },
  };
}
