import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { billingQueries, type InvoiceDocument } from '../data.ts';

/** An invoice on screen, for print and as PDF, in the reader's language and direction. */
export default function Invoice() {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const db = useDb();
  const invoice = useQuery(billingQueries.invoice(db, id));
  if (invoice.isError) {
    return (
      <main id="content" className="page">
        <h1 className="vh">{t('document.title')}</h1>
        <ErrorState onRetry={() => void invoice.refetch()} isRetrying={invoice.isFetching} />
      </main>
    );
  }
  if (invoice.data === null) {
    return (
      <main id="content" className="page">
        <EmptyState
          isPage
          drawing="search"
          title={t('document.none')}
          actions={
            <LinkButton variant="primary" href={paths.billing()}>
              {t('document.back')}
            </LinkButton>
          }
        >
          {t('document.noneText')}
        </EmptyState>
      </main>
    );
  }
  return (
    <main id="content" className="page max-w-3xl">
      {invoice.data ? <InvoiceSheet id={id} invoice={invoice.data} /> : <SkeletonText lines={10} />}
    </main>
  );
}

function InvoiceSheet({ id, invoice }: { id: string; invoice: InvoiceDocument }) {
  const { t } = useTranslation('billing');
  const day = useDay();
  const facts: [string, string][] = [
    [t('document.issued'), day(invoice.issued_at)],
    [t('document.due'), day(invoice.due_at)],
    ...(invoice.paid_at ? [[t('document.paid'), day(invoice.paid_at)] as [string, string]] : []),
  ];
  return (
    <>
      <PageHeader
        title={
          <>
            {t('document.title')} <bdi>{invoice.number}</bdi>
          </>
        }
        badge={
          <Badge tone={invoice.status === 'paid' ? 'success' : invoice.status === 'open' ? 'warning' : 'neutral'}>
            {t(`invoice.${invoice.status}`)}
          </Badge>
        }
        actions={
          <>
            <Button icon={Printer} onPress={() => window.print()}>
              {t('document.print')}
            </Button>
            <LinkButton icon={Download} href={paths.invoiceFile(id)} target="_blank">
              {t('document.file')}
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-8">
        <Parties invoice={invoice} />
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="help">{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
        <InvoiceLine invoice={invoice} />
        {invoice.status === 'open' ? <p className="muted">{t('document.pay', { number: invoice.number })}</p> : null}
      </div>
    </>
  );
}

/** Writes a date out; nothing for none. */
function useDay() {
  const { locale } = useSite();
  return (moment: string | null) => (moment ? dateFormat(locale, { dateStyle: 'long' }).format(new Date(moment)) : '');
}

function Parties({ invoice }: { invoice: InvoiceDocument }) {
  const { t } = useTranslation('billing');
  const { base_domain } = useSite();
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Party name={t('document.from')}>
        <b className="font-semibold">{invoice.seller}</b>
        <span>
          <bdi>{base_domain}</bdi>
        </span>
      </Party>
      <Party name={t('document.to')}>
        <b className="font-semibold">{invoice.name || invoice.site}</b>
        {invoice.email ? (
          <span>
            <bdi>{invoice.email}</bdi>
          </span>
        ) : null}
        <span>
          {invoice.site} · <bdi>{invoice.domain ?? `${invoice.slug}.${base_domain}`}</bdi>
        </span>
      </Party>
    </div>
  );
}

function InvoiceLine({ invoice }: { invoice: InvoiceDocument }) {
  const { t } = useTranslation('billing');
  const { locale } = useSite();
  const day = useDay();
  const sum = formatMoney(invoice.amount, invoice.currency, locale);
  const span = invoice.period_start
    ? [day(invoice.period_start), day(invoice.period_end)].filter(Boolean).join(' – ')
    : '';
  return (
    <table className="tbl" aria-label={t('document.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('invoices.for')}</th>
          <th scope="col">{t('document.span')}</th>
          <th scope="col" className="is-end">
            {t('invoices.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{t('document.line', { plan: invoice.plan ?? '', period: t(`period.${invoice.period}`) })}</td>
          <td>{span}</td>
          <td className="is-end">{sum}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('document.total')}
          </th>
          <td className="is-end font-semibold">{sum}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Party({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-1" aria-label={name}>
      <h2 className="help">{name}</h2>
      {children}
    </section>
  );
}
