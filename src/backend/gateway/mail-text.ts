import type { AuthMail, MailKind } from '#backend/auth/auth-options.ts';
import { bytesOf } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { composeMail, escapeHtml } from '#base/server/mail.ts';

/** An operator's template for one kind of mail: its HTML, or the URL to fetch it from. */
export type MailTemplate = { subject?: string; html?: string; url?: string };

export type MailText = { subject: string; html: string; text: string };

type DefaultMail = { subject: string; paragraph: string; button?: string };

/** Used where the operator has no template. */
const DEFAULT_MAILS: Record<MailKind, DefaultMail> = {
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
const CACHE_MS = 600_000;
const TIMEOUT_MS = 5_000;

/** Whether a text holds value placeholders only, no other template action. */
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

/** Composes mails from the operator's templates, or from the defaults where there is none or it can't be fetched. */
export function createMailTexts(options: {
  siteUrl: string;
  templates: Partial<Record<MailKind, MailTemplate>>;
  log: Log;
}): MailTexts {
  const fetched = new Map<string, { html: string; until: number }>();

  async function htmlOf({ html, url }: MailTemplate): Promise<string | undefined> {
    if (html !== undefined || url === undefined) return html;
    const cached = fetched.get(url);
    if (cached && cached.until > Date.now()) return cached.html;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      const bytes = await bytesOf(response.body, 0, MAX_TEMPLATE_BYTES);
      const text = new TextDecoder().decode(bytes);
      if (!isTemplate(text)) throw new Error('it holds actions that are no values');
      fetched.set(url, { html: text, until: Date.now() + CACHE_MS });
      return text;
    } catch (error) {
      options.log.warn({ url, error: String(error) }, 'A mail template could not be had; the usual text is sent.');
      return cached?.html;
    }
  }

  return async (mail) => {
    const template = options.templates[mail.kind] ?? {};
    const fallback = DEFAULT_MAILS[mail.kind];
    const values = valuesOf(mail, options.siteUrl);
    const subject = (template.subject ?? fallback.subject).replace(VALUE, (_, name: string) => values[name] ?? '');
    const html = await htmlOf(template);
    const composed = composeMail({
      heading: fallback.subject,
      paragraphs: [fallback.paragraph, ...(fallback.button ? [`Or enter this code: ${mail.token}`] : [mail.token])],
      ...(fallback.button ? { button: { label: fallback.button, url: mail.url } } : {}),
      footer: options.siteUrl,
    });
    if (html === undefined) return { subject: oneLine(subject), ...composed };
    return {
      subject: oneLine(subject),
      html: html.replace(VALUE, (_, name: string) => escapeHtml(values[name] ?? '')),
      text: composed.text,
    };
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').slice(0, 500);
}
