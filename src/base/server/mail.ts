import nodemailer from 'nodemailer';
import type { Sql } from './database.ts';

/** An attachment; `type` is its media type. It is sent but not stored. */
export type Attachment = { name: string; type: string; content: Buffer };

export type Mail = {
  account_id: string | null;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Reply-To address; default: the sender. */
  replyTo?: string;
  /** Further headers, such as `List-Unsubscribe`, by their exact names. */
  headers?: Record<string, string>;
  attachments?: readonly Attachment[];
};

export type Mailer = {
  /**
   * Stores the mail and, where an SMTP server is configured, sends it. Rejects when the server does: the job is
   * retried.
   */
  deliver(mail: Mail): Promise<void>;
  close(): void;
};

export function createMailer(options: { smtpUrl?: string; from: string; sql: Sql }): Mailer {
  const transport = options.smtpUrl ? nodemailer.createTransport(withTls(options.smtpUrl)) : undefined;
  return {
    deliver: async (mail) => {
      await transport?.sendMail({
        from: options.from,
        to: mail.to,
        replyTo: mail.replyTo,
        headers: mail.headers,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        attachments: mail.attachments?.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
      });
      await options.sql.query(
        `insert into private.mails (account_id, recipient, subject, html, body_text, sent_at)
         values ($1, $2, $3, $4, $5, case when $6 then now() end)`,
        [mail.account_id, mail.to, mail.subject, mail.html, mail.text, transport !== undefined],
      );
    },
    close: () => transport?.close(),
  };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** TLS is required for an SMTP server on another machine. */
function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (!LOOPBACK.test(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** A text of a mail, or one that leads to an address. */
export type MailParagraph = string | { text: string; url: string };

const paragraphHtml = (paragraph: MailParagraph) =>
  typeof paragraph === 'string'
    ? escapeHtml(paragraph)
    : `<a href="${escapeHtml(paragraph.url)}" style="color:#0e5966">${escapeHtml(paragraph.text)}</a>`;

/** The template of every mail: a heading, paragraphs, one button; the plain-text part has the same content. */
export function composeMail(parts: {
  heading: string;
  paragraphs: MailParagraph[];
  button?: { label: string; url: string };
  footer: string;
  direction?: 'ltr' | 'rtl';
}): { html: string; text: string } {
  const direction = parts.direction ?? 'ltr';
  const paragraphs = parts.paragraphs.map((one) => `<p style="margin:0 0 16px">${paragraphHtml(one)}</p>`).join('');
  const button = parts.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(parts.button.url)}" style="background:#0e5966;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(parts.button.label)}</a></p>`
    : '';
  return {
    html: `<!doctype html><html dir="${direction}"><body style="margin:0;background:#f5f4f2;font:16px/1.6 system-ui,sans-serif;color:#1c2527"><div style="max-width:560px;margin:0 auto;padding:40px 24px"><div style="background:#fff;border-radius:12px;padding:32px"><h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(parts.heading)}</h1>${paragraphs}${button}</div><p style="font-size:13px;color:#5c6669;margin:16px 8px">${escapeHtml(parts.footer)}</p></div></body></html>`,
    text: [
      parts.heading,
      ...parts.paragraphs.map((one) => (typeof one === 'string' ? one : `${one.text}\n${one.url}`)),
      ...(parts.button ? [`${parts.button.label}: ${parts.button.url}`] : []),
      parts.footer,
    ].join('\n\n'),
  };
}
