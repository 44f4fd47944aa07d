import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { MarketingTabs } from '#features/marketing/contacts/components/marketing-tabs.tsx';
import { contactQueries } from '#features/marketing/contacts/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { formQueries } from '../data.ts';

/** Marketing overview with current numbers. */
export default function Marketing() {
  const { t } = useTranslation('forms');
  const db = useDb();
  const { account_id } = useAccount();
  const submissions = useQuery(formQueries.sent(db, account_id)).data;
  const subscribers = useQuery(contactQueries.subscribers(db, account_id));
  const parts = [
    {
      id: 'forms',
      href: paths.forms(),
      fact: submissions === undefined ? undefined : t('answers.count', { count: submissions }),
    },
    {
      id: 'contacts',
      href: paths.contacts(),
      fact:
        subscribers.data === undefined ? undefined : t('list.sentence', { ns: 'contacts', count: subscribers.data }),
    },
    { id: 'notices', href: paths.site(), fact: undefined },
  ];
  return (
    <main id="content" className="page">
      <PageHeader title={t('marketing.title')} sentence={t('marketing.sentence')} />
      <MarketingTabs />
      <div className="grid gap-4 md:grid-cols-3">
        {parts.map(({ id, href, fact }) => (
          <Card key={id} title={t(`marketing.${id}.title`)} sentence={t(`marketing.${id}.text`)}>
            {fact ? <p className="font-medium">{fact}</p> : null}
            <div className="mt-4">
              <LinkButton href={href}>{t(`marketing.${id}.open`)}</LinkButton>
            </div>
          </Card>
        ))}
      </div>
    </main>
  );
}
