import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { redeemVoucher, voucherQuery } from '../data.ts';
import type { ReadVoucher } from '../schema.ts';

/** Opens the seat or the gift whose code is in the address; without one asks for it. */
export default function RedeemVoucher() {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const code = useSearchParams()[0].get('code')?.trim().toLowerCase() ?? '';
  const voucher = useQuery(voucherQuery(db, account_id, code));
  return (
    <main id="content" className="page max-w-3xl">
      <PageHeader title={t('redeem.title')} />
      {code === '' ? <CodeForm /> : null}
      {code !== '' && voucher.isPending ? <SkeletonText lines={4} /> : null}
      {voucher.isError ? <ErrorState onRetry={() => void voucher.refetch()} /> : null}
      {voucher.data === null ? (
        <EmptyState title={t('redeem.unknown')} drawing="search">
          {t('redeem.unknownText')}
        </EmptyState>
      ) : null}
      {voucher.data ? <Redeem voucher={voucher.data} code={code} /> : null}
    </main>
  );
}

function Redeem({ voucher, code }: { voucher: ReadVoucher; code: string }) {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const { kind, title, from, message, is_redeemed, is_own } = voucher;
  const { save, isSaving, problem } = useSave(() => redeemVoucher(db, account_id, code), {
    isInForm: true,
    invalidates: [['enrolments'], ['courses', account_id], ['vouchers', account_id]],
    onSaved: (slug) => navigate(slug ? paths.player(slug) : paths.myCourses()),
  });
  if (is_redeemed && !is_own) return <EmptyState title={t('redeem.used')} drawing="box" />;
  return (
    <Card>
      <Form label={t('redeem.title')} problem={problem} onSubmit={() => void save()}>
        <h2 className="text-lg font-semibold">
          <bdi>{title}</bdi>
        </h2>
        <p>{t(`redeem.from.${kind}`, { from })}</p>
        {message ? (
          <blockquote className="whitespace-pre-line border-s-2 border-line ps-4" dir="auto">
            {message}
          </blockquote>
        ) : null}
        <div>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            {t(is_redeemed ? 'redeem.continue' : 'redeem.open')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function CodeForm() {
  const { t } = useTranslation('fulfilment');
  const navigate = useNavigate();
  const draft = useDraft({
    saved: { code: '' },
    validate: ({ code }) => ({
      code: /^[0-9a-f]{20}$/.test(code.trim().toLowerCase()) ? undefined : t('redeem.codeError'),
    }),
    labels: { code: t('redeem.code') },
  });
  return (
    <Card>
      <Form
        label={t('redeem.title')}
        onSubmit={() => {
          if (draft.check()) void navigate(paths.redeem(draft.values.code.trim().toLowerCase()));
        }}
      >
        <TextField label={t('redeem.code')} maxLength={40} isRequired {...draft.field('code')} />
        <div>
          <Button type="submit" variant="primary">
            {t('redeem.show')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
