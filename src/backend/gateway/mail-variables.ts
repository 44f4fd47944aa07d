import { existsSync, readFileSync } from 'node:fs';
import type { MailKind } from '#backend/auth/auth-options.ts';
import { isTemplate, type MailTemplate } from './mail-text.ts';
import { unusable, type Variables } from './variables.ts';

export type MailVariables = {
  /** Undefined: mails are stored instead of sent. */
  smtp: { host: string; port: number; user?: string; pass?: string } | string | undefined;
  from: string;
  templates: Partial<Record<MailKind, MailTemplate>>;
};

const KINDS: readonly MailKind[] = [
  'confirmation',
  'recovery',
  'invite',
  'magiclink',
  'email_change',
  'reauthentication',
];
/** Kinds whose variable is spelled differently. */
const VARIABLE_OF: Partial<Record<MailKind, string>> = { magiclink: 'MAGIC_LINK' };

/** @throws {StartError} naming the variable. */
export function readMailVariables(variables: Variables): MailVariables {
  const host = variables.text('GOTRUE_SMTP_HOST');
  const port = variables.count('GOTRUE_SMTP_PORT', 1, 65_535) ?? 587;
  const user = variables.text('GOTRUE_SMTP_USER');
  const pass = variables.text('GOTRUE_SMTP_PASS');
  const address = variables.text('GOTRUE_SMTP_ADMIN_EMAIL');
  const name = variables.text('GOTRUE_SMTP_SENDER_NAME');
  const smtpUrl = variables.url('SMTP_URL', ['smtp', 'smtps']);
  if (address !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(address)) {
    throw unusable('GOTRUE_SMTP_ADMIN_EMAIL', 'it must be an e-mail address');
  }
  const from = address && (name ? `"${name.replaceAll(/["\\\r\n]/g, '')}" <${address}>` : address);
  return {
    smtp: host ? { host, port, user, pass } : smtpUrl,
    from: from ?? variables.text('MAIL_FROM') ?? 'no-reply@localhost',
    templates: Object.fromEntries(KINDS.map((kind) => [kind, templateOf(variables, kind)])),
  };
}

function templateOf(variables: Variables, kind: MailKind): MailTemplate {
  const suffix = VARIABLE_OF[kind] ?? kind.toUpperCase();
  const subject = variables.text(`GOTRUE_MAILER_SUBJECTS_${suffix}`);
  const name = `GOTRUE_MAILER_TEMPLATES_${suffix}`;
  const location = variables.text(name);
  if (subject !== undefined && !isTemplate(subject)) {
    throw unusable(`GOTRUE_MAILER_SUBJECTS_${suffix}`, 'it may hold values such as {{ .Token }}, and no other action');
  }
  if (location === undefined) return { subject };
  if (/^https?:/.test(location)) return { subject, url: variables.url(name) };
  const file = location.replace(/^file:\/\//, '');
  if (!existsSync(file)) throw unusable(name, `there is no file ${file}, and it is no address either`);
  const html = readFileSync(file, 'utf8');
  if (!isTemplate(html)) throw unusable(name, 'the text may hold values such as {{ .Token }}, and no other action');
  return { subject, html };
}
