import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Section } from '#ui/layout/section.tsx';
import { sourcesQuery } from '../data.ts';

/** The courses and products that open a group. They are chosen where those are edited. */
export function SourceList({ id }: { id: string }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: sources } = useQuery(sourcesQuery(db, account_id, id));
  return (
    <Section title={t('access.title')}>
      <p className="help">{t('access.help')}</p>
      <ul className="grid gap-2">
        {sources?.map((source) => (
          <li key={source.id}>
            <a className="link" href={source.path}>
              <bdi>{source.title}</bdi>
            </a>{' '}
            <span className="muted">{t(`access.kind.${source.kind}`)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
