import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TableScroll } from '#ui/table/table-scroll.tsx';
import type { AccountReport } from '../data.ts';
import { changeOf, queryOf, type ReportParams } from '../rules.ts';
import { isMoney, reportOf, type View, views } from './account-views.ts';
import { useReportFormat } from './report-format.ts';
import { useOpenSite } from './use-open-site.ts';

export type AccountTableProps = { view: View; accounts: AccountReport[]; params: ReportParams };

/** Table of the caller's sites; each number links to that site's report. */
export function AccountTable({ view, accounts, params }: AccountTableProps) {
  const { t } = useTranslation('reports');
  const { format, days } = useReportFormat();
  const share = (value: number) => `${value > 0 ? '+' : ''}${format(value, 'share', '')}`;
  return (
    <TableScroll label={t('accounts.all')}>
      <table className="tbl" aria-label={t('accounts.all')}>
        <thead>
          <tr>
            <th scope="col">{t('accounts.site')}</th>
            {views[view].map((id) => (
              <th key={id} scope="col" className="is-end">
                {t(`number.${id}`)}
              </th>
            ))}
            <th scope="col">
              <span className="vh">{t('accounts.site')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.account_id}>
              <td>
                <span dir="auto" className="font-medium">
                  {account.title}
                </span>
                <span className="help block">{t('days', { days: days(account.frame), zone: account.frame.zone })}</span>
              </td>
              {views[view].map((id) => {
                const number = account.numbers[id];
                const now = number?.now ?? 0;
                const change = changeOf({ now, past: number?.past ?? null });
                return (
                  <td key={id} className="is-end num">
                    <LeadingNumber
                      account={account}
                      screen={paths.manageReport(reportOf[id], queryOf(params))}
                      text={format(now, isMoney(id) ? 'money' : undefined, account.frame.currency)}
                    />
                    {change === undefined ? null : (
                      <span className="help block">
                        <bdi>{share(change)}</bdi>
                      </span>
                    )}
                  </td>
                );
              })}
              <td className="is-end">
                <OpenSite account={account} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Whether the site can be opened from here. */
const isOpenable = (account: AccountReport) => account.is_member && account.status !== 'suspended';

function OpenSite({ account }: { account: AccountReport }) {
  const { t } = useTranslation('reports');
  const { open, isBusy } = useOpenSite();
  return (
    <IconButton
      icon={ArrowUpRight}
      label={t('accounts.open', { name: account.title })}
      isDisabled={isBusy || !isOpenable(account)}
      onPress={() => open(account.account_id)}
    />
  );
}

/** A site's number, linked to the report of that site with its details. */
function LeadingNumber({ account, screen, text }: { account: AccountReport; screen: string; text: string }) {
  const { t } = useTranslation('reports');
  const { open } = useOpenSite();
  if (!isOpenable(account)) return <bdi>{text}</bdi>;
  return (
    <button type="button" className="link" onClick={() => open(account.account_id, screen)}>
      <bdi>{text}</bdi>
      <span className="vh"> {t('accounts.open', { name: account.title })}</span>
    </button>
  );
}
