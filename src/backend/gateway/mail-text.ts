import type { AuthMail, MailKind } from '#backend/auth/auth-options.ts';
import { bytesOf } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { composeMail, escapeHtml } from '#base/server/mail.ts';

/** What an operator says of one kind of mail: its HTML, or the address where it is to be had. */
export type MailTemplate = { subject?: string; html?: string; url?: string };

export type MailText = { subject: string; html: string; text: string };

type Usual = { subject: string; paragraph: string; button?: string };

/** Where the operator says nothing. */
const USUAL: Record<MailKind, Usual> = {
  confirmation: {
    subject: 'Confirm your signup',
    paragraph: 'Follow this link to confirm your e-mail address and finish signing up.',
    button: 'Confirm your e-mail address',
  },
  recovery: {
    subject: 'Reset your password',
    paragraph: 'Follow this link to choose a new password. If you did not ask for it, nothing has changed.',
    button: 'Choose a new password',
  },
  invite: {
    subject: 'You have been invited',
    paragraph: 'You have been invited to make an account. Follow this link to accept.',
    button: 'Accept the invitation',
  },
  magiclink: {
    subject: 'Your sign-in link',
    paragraph: 'Follow this link to sign in. It works once.',
    button: 'Sign in',
  },
  email_change: {
    subject: 'Confirm your new e-mail address',
    paragraph: 'Follow this link to confirm the change of your e-mail address.',
    button: 'Confirm the change',
  },
  registered: {
    subject: 'You have a login already',
    paragraph: 'Somebody signed up with this e-mail address. Nothing has changed: sign in, or reset your password.',
    button: 'Open the site',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    paragraph: 'A recovery code of yours was used. If it was not you, change your password.',
  },
  reauthentication: { subject: 'Confirm that it is you', paragraph: 'Enter this code to confirm that it is you.' },
};

const VALUE = /\{\{-?\s*\.(\w+)\s*-?\}\}/g;
const MAX_TEMPLATE_BYTES = 262_144;
const KEPT_MS = 600_000;
const PATIENCE_MS = 5_000;

/** Whether a text asks for nothing but values. */
export function isTemplate(text: string): boolean {
  return !text.replace(VALUE, '').includes('{{');
}

/**
 * The values of a mail, by the names of GoTrue's templates.
 * Source: https://supabase.com/docs/guides/auth/auth-email-templates
 */
function valuesOf(mail: AuthMail, siteUrl: string): Record<string, string> {
  const query = mail.url && URL.canParse(mail.url) ? new URL(mail.url).searchParams : new URLSearchParams();
  return {
    ConfirmationURL: mail.url,
    Token: mail.token,
    TokenHash: query.get('token') ?? '',
    RedirectTo: query.get('redirect_to') ?? '',
    SiteURL: siteUrl,
    Email: mail.to,
    NewEmail: mail.to,
  };
}

export type MailTexts = (mail: AuthMail) => Promise<MailText>;

/** Writes mails by the operator's templates and, where there is none or it can't be had, by our own. */
export function createMailTexts(options: {
  siteUrl: string;
  templates: Partial<Record<MailKind, MailTemplate>>;
  log: Log;
}): MailTexts {
  const fetched = new Map<string, { html: string; until: number }>();

  async function htmlOf({ html, url }: MailTemplate): Promise<string | undefined> {
    if (html !== undefined || url === undefined) return html;
    const known = fetched.get(url);
    if (known && known.until > Date.now()) return known.html;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      const bytes = await bytesOf(response.body, 0, MAX_TEMPLATE_BYTES);
      const text = new TextDecoder().decode(bytes);
      if (!isTemplate(text)) throw new Error('it holds actions that are no values');
      fetched.set(url, { html: text, until: Date.now() + KEPT_MS });
      return text;
    } catch (error) {
      options.log.warn({ url, error: String(error) }, 'A mail template could not be had; the usual text is sent.');
      return known?.html;
    }
  }

  return async (mail) => {
    const template = options.templates[mail.kind] ?? {};
    const usual = USUAL[mail.kind];
    const values = valuesOf(mail, options.siteUrl);
    const subject = (template.subject ?? usual.subject).replace(VALUE, (_, name: string) => values[name] ?? '');
    const html = await htmlOf(template);
    const ours = composeMail({
      heading: usual.subject,
      paragraphs: [usual.paragraph, ...(usual.button ? [`Or enter this code: ${mail.token}`] : [mail.token])],
      ...(usual.button ? { button: { label: usual.button, url: mail.url } } : {}),
      footer: options.siteUrl,
    });
    if (html === undefined) return { subject: oneLine(subject), ...ours };
    return {
      subject: oneLine(subject),
      html: html.replace(VALUE, (_, name: string) => escapeHtml(values[name] ?? '')),
      text: ours.text,
    };
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').slice(0, 500);
}
