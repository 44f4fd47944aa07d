import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { claimDomain, domainQueries, FAST_POLL_PERIOD_MS } from '../data.ts';
import { DomainCard } from './domain-card.tsx';

const MAX_DOMAINS = 5;

/**
 * Domains of an account with their required records, and a form to add one. `home`: the host at which the site is
 * always available.
 */
export function DomainList({ accountId, home }: { accountId: string; home: string }) {
  const { t } = useTranslation('domains');
  const db = useDb();
  const queries = useQueryClient();
  const [eagerUntil, setEagerUntil] = useState(0);
  const list = useQuery(domainQueries.list(db, accountId, eagerUntil));
  const [typed, setTyped] = useState('');
  const refresh = () => {
    setEagerUntil(Date.now() + FAST_POLL_PERIOD_MS);
    return queries.invalidateQueries({ queryKey: ['domains', accountId] });
  };

  const {
    save: claim,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      await claimDomain(paths.claimDomain(), accountId, typed);
      setTyped('');
      await refresh();
    },
    { done: () => t('added'), isInForm: true },
  );
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching} />;
  if (!list.data) return <SkeletonCards count={2} />;
  return (
    <div className="grid max-w-3xl gap-4">
      {list.data.map((claim) => (
        <DomainCard key={claim.id} accountId={accountId} claim={claim} home={home} onChanged={refresh} />
      ))}
      <Card title={t(list.data.length > 0 ? 'addAnother' : 'add')} sentence={t('addText')}>
        {list.data.length < MAX_DOMAINS ? (
          <Form label={t('add')} problem={problem} onSubmit={() => void claim()}>
            <TextField
              label={t('field')}
              description={t('help')}
              placeholder="learn.example.com"
              maxLength={253}
              value={typed}
              onChange={setTyped}
            />
            <div>
              <Button type="submit" variant="primary" isBusy={isBusy} isDisabled={typed.trim() === ''}>
                {t('use')}
              </Button>
            </div>
          </Form>
        ) : (
          <p className="help">{t('full', { count: MAX_DOMAINS })}</p>
        )}
      </Card>
    </div>
  );
}
