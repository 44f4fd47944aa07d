import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useSiteBranding } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { MessageCard } from '../components/message-card.tsx';
import { TicketReplyForm } from '../components/ticket-reply-form.tsx';
import { TicketFacts } from '../components/ticket-sidebar.tsx';
import { TicketState } from '../components/ticket-state.tsx';
import { type TicketAccess, useTicketAccess } from '../components/use-ticket-access.ts';
import {
  changeTicket,
  checkSite,
  type Ticket,
  type TicketChange,
  type TicketMessage,
  ticketKeys,
  ticketQueries,
} from '../data.ts';
import { nextStatuses } from '../rules.ts';
import type { Status } from '../schema.ts';
import { TicketSteps } from './ticket-history.tsx';

const MINUTE_MS = 60_000;

/** One ticket: messages, history and reply form. */
export default function TicketThread() {
  const { t } = useTranslation('tickets');
  const { id = '' } = useParams();
  const db = useDb();
  const access = useTicketAccess();
  const queries = useQueryClient();
  const { account_id } = access;
  const ticketQuery = useQuery(ticketQueries.one(db, account_id, id));
  useScreenName(ticketQuery.data?.subject);
  const thread = useQuery({ ...ticketQueries.thread(db, account_id, id), enabled: Boolean(ticketQuery.data) });
  const refresh = () => queries.invalidateQueries({ queryKey: ticketKeys.all(account_id) });
  useRowChanges('ticket_messages', ticketQuery.data ? `ticket_id=eq.${id}` : null, () => void refresh());
  useRowChanges('tickets', ticketQuery.data ? `id=eq.${id}` : null, () => void refresh());

  const ticket = ticketQuery.data;
  if (ticketQuery.isError || thread.isError) {
    return (
      <main id="content" className="page">
        <h1 className="vh">{t('list.title')}</h1>
        <ErrorState onRetry={() => void (ticketQuery.isError ? ticketQuery.refetch() : thread.refetch())} />
      </main>
    );
  }
  if (ticket === null) {
    return (
      <main id="content" className="page">
        <EmptyState
          isPage
          drawing="search"
          title={t('thread.noneTitle')}
          actions={
            <LinkButton variant="primary" href={paths.tickets()}>
              {t('thread.back')}
            </LinkButton>
          }
        >
          {t('thread.noneText')}
        </EmptyState>
      </main>
    );
  }
  if (!ticket || !thread.data || access.isStaff === undefined) {
    return (
      <main id="content" className="page">
        <PageHeader title={ticket?.subject ?? t('list.title')} />
        <SkeletonText lines={8} />
      </main>
    );
  }

  return <Thread ticket={ticket} access={access} thread={thread.data} />;
}

function Thread({
  ticket,
  access,
  thread,
}: {
  ticket: Ticket;
  access: TicketAccess;
  thread: { messages: TicketMessage[]; changes: TicketChange[] };
}) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const site = useSiteBranding().title;
  const now = useNow();
  const { save: change } = useSave(
    (changed: Partial<Pick<Ticket, 'status' | 'category' | 'assignee_id'>>) =>
      changeTicket(db, access.account_id, ticket.id, changed),
    {
      done: (_, { status }) => t(status ? `thread.now.${status}` : 'thread.changed'),
      invalidates: [ticketKeys.all(access.account_id)],
    },
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={<span dir="auto">{ticket.subject}</span>}
        badge={<TicketState status={ticket.status} />}
        sentence={
          <bdi>
            #{ticket.number} · {t(`stateText.${access.isStaff ? 'staff' : 'asker'}.${ticket.status}`)}
          </bdi>
        }
        actions={
          <TicketActions
            ticket={ticket}
            isStaff={access.isStaff === true}
            onChange={(status) => void change({ status })}
          />
        }
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid content-start gap-6">
          <ol className="grid gap-4" aria-label={t('thread.label')}>
            {thread.messages.map((message) => (
              <MessageCard key={message.id} message={message} accountId={access.account_id} />
            ))}
          </ol>
          <TicketReplyForm key={ticket.id} ticket={ticket} access={access} site={site} />
        </div>
        <div className="grid content-start gap-6">
          <TicketFacts ticket={ticket} access={access} now={now} onChange={(changed) => void change(changed)} />
          <TicketSteps changes={thread.changes} access={access} />
        </div>
      </div>
    </main>
  );
}

function TicketActions({
  ticket,
  isStaff,
  onChange,
}: {
  ticket: Ticket;
  isStaff: boolean;
  onChange: (status: Status) => void;
}) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const { save: checkAgain } = useSave(() => checkSite(db, ticket.account_id, ticket.id), {
    done: t('checks.started'),
  });
  return (
    <>
      {ticket.category === 'siteDown' ? (
        <Button icon={RotateCw} onPress={() => void checkAgain()}>
          {t('checks.again')}
        </Button>
      ) : null}
      {nextStatuses(ticket.status, isStaff).map((status) => (
        <Button key={status} onPress={() => onChange(status)}>
          {t(status === 'unresolved' && ticket.status === 'resolved' ? 'thread.reopen' : `thread.make.${status}`)}
        </Button>
      ))}
    </>
  );
}

/** The current time, updated every minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date(clockNow()));
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(clockNow())), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
