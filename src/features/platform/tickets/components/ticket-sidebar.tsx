import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Select } from '#ui/fields/select.tsx';
import { type Ticket, ticketQueries } from '../data.ts';
import { type Category, categories } from '../schema.ts';
import { ContextLines } from './context-lines.tsx';
import { TicketClock } from './ticket-state.tsx';
import type { TicketAccess } from './use-ticket-access.ts';
import { AllowViewAs, ViewAs } from './view-as.tsx';

type Change = Partial<Pick<Ticket, 'category' | 'assignee_id'>>;

type Props = {
  ticket: Ticket;
  access: TicketAccess;
  now: Date;
  onChange: (change: Change) => void;
};

/** Sidebar of a ticket: its properties, editable for staff. */
export function TicketFacts({ ticket, access, now, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const isStaff = access.isStaff === true;
  const site = useQuery({
    ...ticketQueries.site(db, ticket.about_account_id ?? ''),
    enabled: ticket.about_account_id !== null,
  });
  const hasContext = Object.keys(ticket.context).length > 0;
  return (
    <aside className="grid content-start gap-4" aria-label={t('facts.label')}>
      {isStaff ? (
        <StaffFacts ticket={ticket} access={access} now={now} onChange={onChange} />
      ) : (
        <Fact name={t('list.category')}>{t(`category.${ticket.category}`)}</Fact>
      )}
      {isStaff && ticket.user_id !== access.user_id ? (
        <ViewAs ticket={ticket} access={access} site={site.data} now={now} />
      ) : null}
      {ticket.user_id === access.user_id && (!access.isPlatform || ticket.about_account_id) ? (
        <AllowViewAs ticket={ticket} now={now} />
      ) : null}
      {site.data ? (
        <Fact name={t('facts.site')}>
          <bdi>{site.data.domain ?? site.data.slug}</bdi>
        </Fact>
      ) : null}
      <Fact name={t('facts.opened')}>
        <RelativeTime when={ticket.created_at} />
      </Fact>
      {ticket.first_replied_at ? (
        <Fact name={t('facts.firstReply')}>
          <RelativeTime when={ticket.first_replied_at} />
        </Fact>
      ) : null}
      {hasContext ? (
        <Fact name={t('facts.context')}>
          <ContextLines context={ticket.context} />
        </Fact>
      ) : null}
    </aside>
  );
}

/** The requester, who works on it, its category and its clock: what staff sees and changes. */
function StaffFacts({ ticket, access, now, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const staff = useQuery(ticketQueries.staff(db, access.account_id));
  return (
    <>
      <Fact name={t('list.requester')}>
        <Avatar name={ticket.requester_name} hueKey={ticket.user_id} note={ticket.requester_email} />
      </Fact>
      <Select
        label={t('list.assignee')}
        value={ticket.assignee_id ?? 'nobody'}
        options={[
          { id: 'nobody', label: t('assigned.nobody') },
          ...(staff.data ?? []).map((person) => ({
            id: person.user_id,
            label: person.user_id === access.user_id ? t('assigned.meNamed', { name: person.name }) : person.name,
          })),
        ]}
        onChange={(id) => onChange({ assignee_id: id === 'nobody' ? null : id })}
      />
      <Select
        label={t('list.category')}
        value={ticket.category}
        options={categories.map((id) => ({ id, label: t(`category.${id}`) }))}
        onChange={(id) => onChange({ category: id as Category })}
      />
      <Fact name={t('list.clock')}>
        <TicketClock ticket={ticket} now={now} />
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span className="field-label">{name}</span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
