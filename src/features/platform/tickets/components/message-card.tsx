import { Lock, Mail, Paperclip, Stethoscope } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { classNames } from '#ui/layout/class-names.ts';
import { type Attachment, attachmentAddress, type TicketMessage } from '../data.ts';
import { SiteFindings } from './site-findings.tsx';

/** One message: author, time, text and attachments. An internal note is tinted and labelled. */
export function MessageCard({ message, accountId }: { message: TicketMessage; accountId: string }) {
  const { t } = useTranslation('tickets');
  const name = message.author_name || t(message.via === 'system' ? 'thread.system' : 'thread.gone');
  return (
    <li className={classNames('card', message.is_internal && 'border-warning')}>
      <article className="card-pad grid gap-3" aria-label={t('thread.by', { name })}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {message.via === 'system' ? (
            <span className="row font-medium">
              <Stethoscope aria-hidden="true" className="size-4" />
              {name}
            </span>
          ) : (
            <Avatar name={name} hueKey={message.author_id ?? name} size={24} />
          )}
          {message.is_staff && !message.is_internal ? <Badge isOutline>{t('thread.staff')}</Badge> : null}
          {message.is_internal ? (
            <Badge tone="warning">
              <Lock aria-hidden="true" className="size-3" />
              {t('thread.note')}
            </Badge>
          ) : null}
          {message.via === 'mail' ? (
            <span className="help row">
              <Mail aria-hidden="true" className="size-4" />
              {t('thread.byMail')}
            </span>
          ) : null}
          <span className="help ms-auto">
            <RelativeTime when={message.created_at} />
          </span>
        </header>
        {message.body ? (
          <p className="break-words whitespace-pre-line" dir="auto">
            {message.body}
          </p>
        ) : null}
        {message.checks ? <SiteFindings checks={message.checks} /> : null}
        {message.ticket_attachments.length > 0 ? (
          <ul className="flex flex-wrap gap-2">
            {message.ticket_attachments.map((file) => (
              <li key={file.id}>
                <FileButton file={file} accountId={accountId} />
              </li>
            ))}
          </ul>
        ) : null}
      </article>
    </li>
  );
}

function FileButton({ file, accountId }: { file: Attachment; accountId: string }) {
  const db = useDb();
  const { locale } = useSite();
  const { save: fetchFile } = useSave(async () => location.assign(await attachmentAddress(db, accountId, file)));
  return (
    <Button size="sm" icon={Paperclip} onPress={() => void fetchFile()}>
      <bdi>{file.name}</bdi> <span className="help num">{formatSize(file.size, locale)}</span>
    </Button>
  );
}
