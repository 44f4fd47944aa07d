import type { AuthParts, TextLimit } from '#backend/auth/auth-options.ts';
import type { Sql } from '#base/server/database.ts';
import type { Environment } from '#base/server/environment.ts';
import { networkOf } from '#base/server/network.ts';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import type { Tenants } from '../host/tenants.ts';

export type TextLimits = {
  /** Calling codes of the countries that are texted to, in digits; undefined: all. */
  countries: readonly string[] | undefined;
  /** Texts of the whole installation in a day. */
  perDay: number;
};

/** Whether texts can be sent, or in development be read in the outbox. A hosted backend sends its own. */
export function canSendTexts({ embeddedBackend, TWILIO_ACCOUNT_SID, NODE_ENV }: Environment): boolean {
  return embeddedBackend && (TWILIO_ACCOUNT_SID !== undefined || NODE_ENV !== 'production');
}

/** Phone sign-in for the auth service: where it is offered, how many texts may be sent, and how they are queued. */
export function createTextMessages(options: {
  /** Bypasses row-level security: no client may read how many were sent. */
  sql: Sql;
  tenants: Pick<Tenants, 'accountOf'>;
  texts: TextLimits;
  hostOf: (request: Request) => string;
}): Required<Pick<AuthParts, 'offersPhone' | 'admitText' | 'sendSms'>> {
  const { sql, tenants, texts, hostOf } = options;
  const accountOf = async (request: Request) => (await tenants.accountOf(hostOf(request)))?.account_id ?? null;
  return {
    offersPhone: async (request) => {
      const rows = await sql.query(
        `select from public.options where account_id = $1 and key = 'settings' and value -> 'phone_password' = 'true'`,
        [await accountOf(request)],
      );
      return rows.length > 0;
    },
    admitText: async (request, phone) => {
      if (texts.countries && !texts.countries.some((code) => phone.startsWith(code))) return 'country';
      const network = networkOf(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '127.0.0.1');
      const [row] = await sql.query<{ full: TextLimit | null }>('select private.count_text($1, $2, $3, $4) as full', [
        await accountOf(request),
        phone,
        network,
        texts.perDay,
      ]);
      return row?.full ?? null;
    },
    sendSms: async (tx, { to, kind, otp, scope, locale }) => {
      const text = { id: crypto.randomUUID(), to, kind, code: otp, scope, locale, made_at: new Date().toISOString() };
      await tx.query('select private.enqueue($1, $2::jsonb)', ['auth-text', JSON.stringify(text)]);
    },
  };
}
