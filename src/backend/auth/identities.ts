import type { Sql } from '#base/server/database.ts';

/** A row of auth.identities: one sign-in method of a user. */
export type Identity = {
  id: string;
  /** The provider's user id; for e-mail and phone, our user id. */
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
};

export async function findIdentity(tx: Sql, provider: string, providerId: string): Promise<Identity | undefined> {
  const [row] = await tx.query<Identity>('select * from auth.identities where provider = $1 and provider_id = $2', [
    provider,
    providerId,
  ]);
  return row;
}

/** Adds an identity. Rejects with SQLSTATE 23505 where the provider's id exists. */
export async function insertIdentity(
  tx: Sql,
  identity: { userId: string; provider: string; providerId?: string; data: Record<string, unknown> },
): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     values ($1, $2, $3, $4, now())`,
    [identity.providerId ?? identity.userId, identity.userId, JSON.stringify(identity.data), identity.provider],
  );
}

/**
 * Updates the data of an e-mail or phone identity, or adds it for a user who signed up by another provider or
 * anonymously.
 */
export async function saveOwnIdentity(
  tx: Sql,
  userId: string,
  provider: 'email' | 'phone',
  data: Record<string, unknown>,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
     values ($1::text, $1::text::uuid, jsonb_build_object('sub', $1::text) || $3::jsonb, $2, now())
     on conflict (provider_id, provider) do update set updated_at = now(),
       identity_data = auth.identities.identity_data || $3::jsonb`,
    [userId, provider, JSON.stringify(data)],
  );
  await updateProviders(tx, userId);
}

/** Updates app_metadata: `provider` is the user's first provider, `providers` all of them. */
export async function updateProviders(tx: Sql, userId: string): Promise<void> {
  await tx.query(
    `update auth.users u set updated_at = now(), raw_app_meta_data = case when p.names is null
         then raw_app_meta_data - 'provider' || '{"providers": []}'
         else raw_app_meta_data || jsonb_build_object('provider', p.names[1], 'providers', to_jsonb(p.names)) end
     from (select array_agg(provider order by first) as names
       from (select provider, min(created_at) as first from auth.identities where user_id = $1 group by provider) one) p
     where u.id = $1`,
    [userId],
  );
}

/** An identity as the API returns it: `identity_id` is the row's, `id` the provider's. */
export function identityJson({ id, provider_id, ...identity }: Identity): Record<string, unknown> {
  return { identity_id: id, id: provider_id, ...identity };
}
