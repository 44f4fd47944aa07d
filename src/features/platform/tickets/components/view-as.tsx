import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { markSessionSwitch } from '#base/browser/sign-out.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { untilLeft } from '#ui/fields/use-action.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { allowViewAs, type Ticket, ticketKeys, viewAs } from '../data.ts';
import type { TicketAccess } from './use-ticket-access.ts';

const isViewAsAllowed = (ticket: Ticket, now: Date) =>
  ticket.view_as_until !== null && new Date(ticket.view_as_until) > now;

/** Switch of the requester that lets staff view the site as them; nobody else can allow it. */
export function AllowViewAs({ ticket, now }: { ticket: Ticket; now: Date }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const { save: change, isSaving: isBusy } = useSave(
    (isAllowed: boolean) => allowViewAs(db, ticket.account_id, ticket.id, isAllowed),
    {
      invalidates: [ticketKeys.all(ticket.account_id)],
      done: (_, isAllowed) => t(isAllowed ? 'viewAs.nowLet' : 'viewAs.nowClosed'),
    },
  );
  if (ticket.status === 'resolved') return null;
  return (
    <Switch
      isSelected={isViewAsAllowed(ticket, now)}
      isDisabled={isBusy}
      onChange={(isAllowed) => void change(isAllowed)}
      description={t('viewAs.letText')}
    >
      {t('viewAs.let')}
    </Switch>
  );
}

/** Button for staff to view the site as the requester, where they allowed it. */
export function ViewAs({
  ticket,
  access,
  site,
  now,
}: {
  ticket: Ticket;
  access: TicketAccess;
  site: SiteAddress;
  now: Date;
}) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const here = useSite();
  const canImpersonate = useCan('log_in_as') || access.isPlatform;
  const { save: open, isSaving: isBusy } = useSave(async () => {
    const reason = t('viewAs.reason', { number: ticket.number, subject: ticket.subject }).slice(0, 500);
    const code = await viewAs(db, ticket.account_id, ticket.id, reason);
    markSessionSwitch();
    location.assign(`${access.isPlatform ? originOf(site, here) : ''}${paths.beginAsOwner(code)}`);
    await untilLeft();
  });
  if (!canImpersonate || !isViewAsAllowed(ticket, now)) return null;
  return (
    <div className="grid gap-1">
      <Button icon={Eye} isBusy={isBusy} onPress={() => void open()}>
        {t('viewAs.open')}
      </Button>
      <span className="help">
        {t('viewAs.until')} <RelativeTime when={ticket.view_as_until} />
      </span>
    </div>
  );
}

type SiteAddress = { slug: string; domain: string | null } | null | undefined;

/** Host of a site: its own domain, else its subdomain of the platform. */
function originOf(site: SiteAddress, { origin, base_domain }: { origin: string; base_domain: string }): string {
  const { protocol, port } = new URL(origin);
  const host = site?.domain ?? `${site?.slug}.${base_domain}`;
  return `${protocol}//${host}${port ? `:${port}` : ''}`;
}
