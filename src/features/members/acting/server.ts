import { getCookie } from 'hono/cookie';
import { type Api, type ApiContext, bodyOf, signedIn } from '#base/server/api.ts';
import { paths } from '#paths';
import { actingRequest } from './schema.ts';

/** Holds the code that leads back to oneself; scripts don't see it. */
const RETURN_COOKIE = 'stoa-return';
/** Says to every page whose name is borrowed and until when; grants nothing. */
const NOTICE_COOKIE = 'stoa-acting';
const SESSION_COOKIE = 'sb-stoa-auth-token';
const RETURN_SECONDS = 12.5 * 3_600;
const CODE = /^[0-9a-f]{64}$/;

export const api: Api = (router, tools) => {
  const { database } = tools;

  router.post(paths.logInAs(), async (context) => {
    const { caller, userId } = signedIn(context);
    await tools.limit(`log-in-as:${userId}`, 20, 3_600);
    const { member_id, reason } = await bodyOf(context, actingRequest);
    const account = context.get('account').account_id;
    const [asked] = await database
      .as(caller)
      .query<{ leave: { code: string; user_id: string } }>('select private.ask_to_act($1, $2, $3) as leave', [
        account,
        member_id,
        reason,
      ]);
    const leave = asked?.leave;
    if (!leave) throw new Error('No leave was given and nothing refused.');
    let until = new Date();
    const session = await tools.startMarkedSession(leave.user_id, account, async (sessionId) => {
      const [row] = await database
        .as(caller)
        .query<{ until: Date }>('select private.begin_acting($1, $2) as until', [leave.code, sessionId]);
      until = row?.until ?? until;
    });
    const [member] = await database
      .as(caller)
      .query<{ name: string }>('select name from public.members where account_id = $1 and id = $2', [
        account,
        member_id,
      ]);
    const flags = flagsOf(context);
    const seconds = Math.max(1, Math.round((until.getTime() - Date.now()) / 1_000));
    const notice = encodeURIComponent(`${Math.floor(until.getTime() / 1_000)}.${member?.name ?? ''}`);
    setCookies(context, [
      ...replaced(session, flags),
      `${RETURN_COOKIE}=${leave.code}; Path=/api/members; Max-Age=${RETURN_SECONDS}; HttpOnly${flags}`,
      `${NOTICE_COOKIE}=${notice}; Path=/; Max-Age=${seconds}${flags}`,
    ]);
    return context.json({ url: paths.dashboard(), until: until.toISOString() });
  });

  // A plain form's target: the notice stands on pages without a framework too.
  router.post(paths.endLogInAs(), async (context) => {
    await tools.limit(`end-log-in-as:${context.get('address')}`, 30, 60);
    const account = context.get('account').account_id;
    const code = getCookie(context, RETURN_COOKIE) ?? '';
    const [row] = CODE.test(code)
      ? await database
          .as(context.get('caller'))
          .query<{ person: string | null }>('select private.end_acting($1, $2) as person', [account, code])
      : [];
    const flags = flagsOf(context);
    setCookies(context, [
      ...replaced(row?.person ? await tools.startSession(row.person, account) : [], flags),
      `${RETURN_COOKIE}=; Path=/api/members; Max-Age=0; HttpOnly${flags}`,
      `${NOTICE_COOKIE}=; Path=/; Max-Age=0${flags}`,
    ]);
    return context.redirect(row?.person ? paths.users() : paths.login(paths.dashboard()), 303);
  });
};

function setCookies(context: ApiContext, lines: string[]): void {
  for (const line of lines) context.header('set-cookie', line, { append: true });
}

function flagsOf(context: ApiContext): string {
  return `; SameSite=Lax${context.get('origin').startsWith('https:') ? '; Secure' : ''}`;
}

/** A session's cookies, and an end to those of the session before: it may have come in more pieces. */
function replaced(session: string[], flags: string): string[] {
  const set = new Set(session.map((line) => line.slice(0, line.indexOf('='))));
  const names = [SESSION_COOKIE, ...[0, 1, 2, 3, 4, 5, 6, 7].map((piece) => `${SESSION_COOKIE}.${piece}`)];
  return [...session, ...names.filter((name) => !set.has(name)).map((name) => `${name}=; Path=/; Max-Age=0${flags}`)];
}
