import {
  type Api,
  type ApiContext,
  type ApiTools,
  bodyOf,
  requireCapability,
  requireSession,
} from '#base/server/api.ts';
import { escapeHtml } from '#base/server/mail.ts';
import { isFromThisMachine } from '#base/server/request-origin.ts';
import { recordChange, recordRequestFacts } from '#base/server/security-events.ts';
import { isTrustedNavigation } from '#base/server/trusted-navigation.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { redirectTarget } from './rules.ts';
import { emailRequest, handoffRequest, setUpCheck, setUpRequest, siteOwnerRequest } from './schema.ts';

const HANDOFF_CODE = /^[0-9a-f]{64}$/;

export const api: Api = (router, tools) => {
  const { database } = tools;

  router.post(paths.isSiteOwner(), async (context) => {
    const { caller, userId } = requireSession(context);
    await tools.limit(`site-owner:${userId}`, 60, 60);
    const { account_id, email } = await bodyOf(context, siteOwnerRequest);
    const rows = await database
      .as(caller)
      .query<{ is_owner: boolean }>('select private.is_site_owner($1, $2) as is_owner', [
        account_id ?? context.get('account').account_id,
        email,
      ]);
    return context.json({ status: rows[0]?.is_owner === true });
  });

  router.post(paths.emailById(), async (context) => {
    requireSession(context);
    const { account_id, user_id } = await bodyOf(context, emailRequest);
    const account = account_id ?? context.get('account').account_id;
    const caller = await requireCapability(context, database, 'staff', account);
    const [user] = await database
      .as(caller)
      .query('select user_id as id, email, name from public.members where account_id = $1 and user_id = $2', [
        account,
        user_id,
      ]);
    return context.json(user ? { status: true, user } : { status: false });
  });

  router.post(paths.handoff(), async (context) => {
    const { caller, userId } = requireSession(context);
    await tools.limit(`handoff:${userId}`, 20, 60);
    const { account_id } = await bodyOf(context, handoffRequest);
    const [row] = await database
      .as(caller)
      .query<{ code: string }>('select private.make_handoff($1) as code', [account_id]);
    if (!row) throw errors.forbidden();
    return context.json({ url: `${await tools.siteUrlOf(account_id)}${paths.beginHandoff(row.code)}` });
  });

  router.post(paths.saveLogin(), (context) => setUpLogin(context, tools));
  router.post(paths.checkSetUp(), (context) => checkSetUp(context, tools));
  router.get('/login/handoff', (context) => beginSession(context, tools));

  router.get('/dev/outbox', async (context) => {
    // On an account's host its own scripts could read the outbox in a developer's browser.
    const isOwnMachine = context.get('account').is_platform && isFromThisMachine(context.req.raw.headers);
    if (tools.showsOutboxTo === 'nobody' || (tools.showsOutboxTo !== 'anyone' && !isOwnMachine))
      throw errors.notFound();
    return context.html(outboxPage(await storedMails(tools)), 200, {
      'content-security-policy': "default-src 'none'",
    });
  });
};

/** Whether a setup link is still valid, without using it up. */
async function checkSetUp(context: ApiContext, tools: ApiTools): Promise<Response> {
  await tools.limit(`set-up:${context.get('network')}`, 30, 60);
  if (!context.get('account').is_platform) throw errors.notFound();
  const { code } = await bodyOf(context, setUpCheck);
  const [link] = await tools.database
    .as(context.get('caller'))
    .query<{ email: string | null }>('select private.read_admin_link($1) as email', [code]);
  if (!link?.email) {
    recordRequestFacts(context.req.raw, { rejection: 'code_refused' });
    throw errors.notFound();
  }
  return context.json({ status: true });
}

/** The setup link printed at startup sets the password of a super admin's address. */
async function setUpLogin(context: ApiContext, tools: ApiTools): Promise<Response> {
  await tools.limit(`set-up:${context.get('network')}`, 30, 60);
  if (!context.get('account').is_platform) throw errors.notFound();
  const { code, password } = await bodyOf(context, setUpRequest);
  // In one transaction, so that a rejected password does not use up the link.
  const email = await tools.database.as(context.get('caller')).transaction(async (tx) => {
    const [link] = await tx.query<{ email: string; person: string | null }>(
      'select * from private.take_admin_link($1)',
      [code],
    );
    if (!link) {
      recordRequestFacts(context.req.raw, { rejection: 'code_refused' });
      throw errors.notFound();
    }
    await tools.setUpLogin(link.email, password, link.person);
    return link.email;
  });
  recordChange(context.req.raw, 'password_changed');
  return context.json({ status: true, email });
}

/** Redeems a one-time code and starts a session on the account's host. */
async function beginSession(context: ApiContext, tools: ApiTools): Promise<Response> {
  const account = context.get('account').account_id;
  const code = context.req.query('code') ?? '';
  await tools.limit(`handoff-from:${context.get('network')}`, 30, 60);
  const isOurs = isTrustedNavigation(context.req.raw.headers, {
    origin: context.get('origin'),
    baseDomain: tools.baseDomain,
  });
  const [row] =
    HANDOFF_CODE.test(code) && isOurs
      ? await tools.database
          .as(context.get('caller'))
          .query<{ person: string | null }>('select private.redeem_handoff($1, $2) as person', [account, code])
      : [];
  const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  if (!row?.person) {
    recordRequestFacts(context.req.raw, { rejection: 'code_refused' });
    // A used or expired code: the user can still sign in by hand.
    headers.set('location', paths.login(paths.dashboard()));
    return new Response(null, { status: 303, headers });
  }
  for (const cookie of await tools.startSession(row.person, account, context.req.raw))
    headers.append('set-cookie', cookie);
  headers.set('location', redirectTarget(context.req.query('redirectedFrom') ?? null, context.get('origin')));
  return new Response(null, { status: 303, headers });
}

type KeptMail = { id: string; recipient: string; subject: string; body_text: string; created_at: Date };

async function storedMails(tools: ApiTools): Promise<KeptMail[]> {
  return tools.database.asService().query<KeptMail>(
    `select id, recipient, subject, body_text, created_at from private.mails
     union all
     select id, '+' || recipient, 'Text', body_text, created_at from private.texts where body_text <> ''
     order by created_at desc, id desc limit 100`,
  );
}

/** Renders the sent mails and texts as plain HTML, newest first, with clickable links. */
function outboxPage(mails: KeptMail[]): string {
  const articles = mails.map(
    (mail) => `<article id="${mail.id}"><h2>${escapeHtml(mail.subject)}</h2>
<p>To <b>${escapeHtml(mail.recipient)}</b>, <time datetime="${mail.created_at.toISOString()}">${mail.created_at.toISOString()}</time></p>
<pre>${linked(mail.body_text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Outbox</title></head>
<body><main><h1>Outbox</h1>${articles.join('\n') || '<p>No mail has been made yet.</p>'}</main></body></html>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
