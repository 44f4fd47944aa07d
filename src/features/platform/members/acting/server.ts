import { getCookie } from 'hono/cookie';
import { type Api, type ApiContext, type ApiTools, bodyOf, requireSession } from '#base/server/api.ts';
import { escapeHtml } from '#base/server/mail.ts';
import { recordChange, recordRequestFacts } from '#base/server/security-events.ts';
import { isTrustedNavigation } from '#base/server/trusted-navigation.ts';
import { chooseLocale, directionOf } from '#base/shared/locales.ts';
import { sessionCookieNames } from '#base/shared/session-cookie.ts';
import { paths } from '#paths';
import { impersonationRequest, openAsOwnerRequest, screenOf } from './schema.ts';

/**
 * Cookie with the secret that ends the impersonation and restores the original session; not stored anywhere else and
 * HttpOnly. On https the `__Host-` prefix binds it to this host, so a cookie set by a sibling subdomain is ignored.
 */
const RETURN_COOKIE = 'stoa-return';
/** Cookie that tells pages whom the session impersonates and until when; it grants nothing. */
const NOTICE_COOKIE = 'stoa-acting';
const RETURN_SECONDS = 12.5 * 3_600;
const CODE_PATTERN = /^[0-9a-f]{64}$/;
const START_PATH = '/api/accounts/open-as-owner';

export const api: Api = (router, tools) => {
  const { database } = tools;

  router.post(paths.logInAs(), async (context) => {
    const { caller, userId } = requireSession(context);
    await tools.limit(`log-in-as:${userId}`, 20, 3_600);
    const { member_id, reason } = await bodyOf(context, impersonationRequest);
    const account = context.get('account').account_id;
    const [row] = await database
      .as(caller)
      .query<{ leave: { code: string; user_id: string } }>(
        'select private.request_impersonation($1, $2, $3) as leave',
        [account, member_id, reason],
      );
    const grant = row?.leave;
    if (!grant) throw new Error('No leave was given and nothing refused.');
    const endsAt = await startImpersonation(context, tools, grant.code);
    return context.json({ url: paths.dashboard(), until: endsAt?.toISOString() });
  });

  router.post(paths.openAsOwner(), async (context) => {
    const { caller, userId } = requireSession(context);
    await tools.limit(`log-in-as:${userId}`, 20, 3_600);
    const { account_id, reason, to } = await bodyOf(context, openAsOwnerRequest);
    const [row] = await database
      .as(caller)
      .query<{ code: string }>('select private.request_open_account($1, $2) as code', [account_id, reason]);
    if (!row) throw new Error('No leave was given and nothing refused.');
    return context.json({ url: `${await tools.siteUrlOf(account_id)}${paths.beginAsOwner(row.code, to)}` });
  });

  /**
   * Redeems an impersonation code issued on another host, by a super admin or from a support ticket, on the account's
   * own host.
   */
  router.get(START_PATH, async (context) => {
    await tools.limit(`begin-acting:${context.get('network')}`, 30, 60);
    const code = context.req.query('code') ?? '';
    const isOurs = isTrustedNavigation(context.req.raw.headers, {
      origin: context.get('origin'),
      baseDomain: tools.baseDomain,
    });
    const endsAt = CODE_PATTERN.test(code) && isOurs ? await startImpersonation(context, tools, code) : null;
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    // A used or expired code redirects to the login page.
    return context.redirect(endsAt ? screenOf(context.req.query('to')) : paths.login(paths.dashboard()), 303);
  });

  // Target of a plain HTML form: the impersonation notice is also shown on pages without JavaScript.
  router.post(paths.endLogInAs(), (context) => endImpersonation(context, tools));
};

/** Ends the impersonation and restores the session it was started from. */
async function endImpersonation(context: ApiContext, tools: ApiTools): Promise<Response> {
  await tools.limit(`end-log-in-as:${context.get('network')}`, 30, 60);
  const account = context.get('account').account_id;
  const returnSecret = returnSecretOf(context);
  const [row] = returnSecret
    ? await tools.database
        .as(context.get('caller'))
        .query<Ended>('select * from private.end_impersonation($1, $2)', [account, returnSecret])
    : [];
  if (row) {
    recordRequestFacts(context.req.raw, { person: row.acted_as, actor: row.actor });
    recordChange(context.req.raw, 'acting_ended');
  }
  const flags = flagsOf(context);
  // The impersonation expires in all windows at once: only the first request restores the session, the later ones
  // find it restored.
  const hasExpired = context.req.query('over') === 'over' ? ('over' as const) : undefined;
  const session = row?.person ? await tools.startSession(row.person, account) : [];
  setCookies(context, [
    ...(row?.person || !hasExpired ? sessionCookies(session, flags) : []),
    `${returnCookie(context)}=; ${returnFlags(context)}; Max-Age=0`,
    `${NOTICE_COOKIE}=; Path=/; Max-Age=0${flags}`,
  ]);
  if (row?.platform) {
    const url = `${await tools.siteUrlOf(row.platform)}${paths.accounts({ account, acting: hasExpired })}`;
    return context.html(redirectPage(url, context, tools), 200, { 'content-security-policy': "default-src 'none'" });
  }
  return context.redirect(row?.person || hasExpired ? paths.users(hasExpired) : paths.login(paths.dashboard()), 303);
}

/** `form-action` forbids redirecting a form to another host, so this page forwards by `<meta refresh>` or its link. */
function redirectPage(url: string, context: ApiContext, { jobs }: ApiTools): string {
  const locale = chooseLocale(getCookie(context, 'lang'));
  const label = escapeHtml(jobs.t(locale, 'members', 'act.toPlatform'));
  const address = escapeHtml(url);
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0;url=${address}"><title>${label}</title></head><body><p><a href="${address}">${label}</a></p></body></html>`;
}

/**
 * Starts the impersonation session of a code and sets its cookies. Returns when it expires; null when the code is no
 * longer valid.
 */
async function startImpersonation(context: ApiContext, tools: ApiTools, code: string): Promise<Date | null> {
  const account = context.get('account').account_id;
  const database = tools.database.as(context.get('caller'));
  const [person] = await database.query<{ user_id: string; name: string }>(
    'select user_id, name from private.user_of_impersonation_code($1, $2)',
    [account, code],
  );
  if (!person) {
    recordRequestFacts(context.req.raw, { rejection: 'code_refused' });
    return null;
  }
  let started: Started | undefined;
  const session = await tools.startMarkedSession(person.user_id, account, async (sessionId) => {
    const [row] = await database.query<{ begun: Started }>('select private.begin_impersonation($1, $2) as begun', [
      code,
      sessionId,
    ]);
    started = row?.begun;
  });
  if (!started) throw new Error('A session was begun and is nobody’s.');
  recordRequestFacts(context.req.raw, { person: person.user_id, actor: started.actor });
  recordChange(context.req.raw, 'acting_began');
  const endsAt = new Date(started.until);
  const flags = flagsOf(context);
  const seconds = Math.max(1, Math.round((endsAt.getTime() - Date.now()) / 1_000));
  const notice = encodeURIComponent(`${Math.floor(endsAt.getTime() / 1_000)}.${person.name}`);
  setCookies(context, [
    ...sessionCookies(session, flags),
    `${returnCookie(context)}=${started.way_back}; ${returnFlags(context)}; Max-Age=${RETURN_SECONDS}`,
    `${NOTICE_COOKIE}=${notice}; Path=/; Max-Age=${seconds}${flags}`,
  ]);
  return endsAt;
}

type Started = { until: string; way_back: string; actor: string };
type Ended = { person: string | null; platform: string | null; actor: string; acted_as: string };

function returnCookie(context: ApiContext): string {
  return context.get('isEncrypted') ? `__Host-${RETURN_COOKIE}` : RETURN_COOKIE;
}

function returnFlags(context: ApiContext): string {
  return context.get('isEncrypted')
    ? 'Path=/; HttpOnly; SameSite=Strict; Secure'
    : 'Path=/api/members; HttpOnly; SameSite=Strict';
}

/** Reads the return secret; null also when two cookies have that name, because one of them was set by another host. */
function returnSecretOf(context: ApiContext): string | null {
  const name = `${returnCookie(context)}=`;
  const pairs = (context.req.header('cookie') ?? '').split(';').filter((pair) => pair.trim().startsWith(name));
  const value = pairs.length === 1 ? pairs[0]?.trim().slice(name.length) : undefined;
  return value && CODE_PATTERN.test(value) ? value : null;
}

function setCookies(context: ApiContext, lines: string[]): void {
  for (const line of lines) context.header('set-cookie', line, { append: true });
}

function flagsOf(context: ApiContext): string {
  return `; SameSite=Lax${context.get('isEncrypted') ? '; Secure' : ''}`;
}

/** The session's cookies, plus deletions for leftover chunks of the previous session. */
function sessionCookies(session: string[], flags: string): string[] {
  const set = new Set(session.map((line) => line.slice(0, line.indexOf('='))));
  const names = sessionCookieNames(flags.includes('Secure') ? 'https:' : 'http:');
  return [...session, ...names.filter((name) => !set.has(name)).map((name) => `${name}=; Path=/; Max-Age=0${flags}`)];
}
