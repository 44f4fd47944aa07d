import type { Seed } from '#base/server/seeding.ts';

const CONSENT = 'The Sunday letter: one picture and what it teaches. You can leave with one click.';

/** Contacts of the demo, one in each state, with the consent history that led there. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  const people = [
    [accounts.demo, 'ines.duarte@post.test', 'Inês Duarte', ['letter', 'open night'], 'subscribed', 41],
    [accounts.demo, 'pavel.horak@post.test', 'Pavel Horák', ['letter'], 'subscribed', 33],
    [accounts.demo, 'rania.saleh@post.test', 'Rania Saleh', ['letter', 'workshop'], 'subscribed', 19],
    [accounts.demo, 'owen.price@post.test', 'Owen Price', ['letter'], 'unsubscribed', 27],
    [accounts.demo, 'yuki.tanabe@post.test', 'Yuki Tanabe', ['letter'], 'pending', 1],
    [accounts.demo, 'lena.brandt@old-provider.test', 'Lena Brandt', ['letter'], 'bounced', 90],
    [accounts.demo, 'school@riverside.test', 'Riverside School', ['workshop'], 'none', 6],
    [accounts.atelier, 'nadia.fontaine@post.test', 'Nadia Fontaine', ['prints'], 'subscribed', 12],
  ] as const;
  const steps = {
    none: [],
    pending: ['asked'],
    subscribed: ['asked', 'confirmed'],
    unsubscribed: ['asked', 'confirmed', 'withdrawn'],
    bounced: ['asked', 'confirmed', 'bounced'],
  } as const;
  for (const [account, email, name, tags, state, days] of people) {
    const began = now.getTime() - days * 86_400_000;
    const [contact] = await sql.query<{ id: string }>(
      `insert into public.contacts (account_id, email, name, tags, state, asked_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [account, email, name, tags, state, state === 'pending' ? new Date(began) : null, new Date(began)],
    );
    for (const [at, kind] of steps[state].entries()) {
      await sql.query(
        `insert into public.contact_consents (account_id, contact_id, kind, words, source, address_hash, created_at)
         values ($1, $2, $3, $4, $5, private.blind_address($1, '192.0.2.7'), $6)`,
        [
          account,
          contact?.id,
          kind,
          kind === 'asked' ? CONSENT : '',
          kind === 'asked' ? 'Sunday letter' : '',
          new Date(began + at * 3_600_000),
        ],
      );
    }
  }
};
