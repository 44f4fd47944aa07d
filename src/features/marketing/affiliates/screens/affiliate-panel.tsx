import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { AffiliateStateBadge } from '../components/affiliate-state.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { affiliateKey, bindCoupon, type ListedAffiliate, listCouponChoices } from '../data.ts';

type PanelProps = { affiliate: ListedAffiliate | undefined; onClose: () => void };

/** One affiliate beside the list: their link, what they wrote, and the coupon that stands for them. */
export function AffiliatePanel({ affiliate, onClose }: PanelProps) {
  const { t } = useTranslation('affiliates');
  const id = useId();
  return (
    <SidePanel
      isOpen={affiliate !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={affiliate?.members?.name || affiliate?.code || ''}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      {affiliate ? (
        <div className="grid gap-6">
          <Facts affiliate={affiliate} />
          <CouponForm key={affiliate.id} id={id} affiliate={affiliate} onSaved={onClose} />
        </div>
      ) : null}
    </SidePanel>
  );
}

function Facts({ affiliate }: { affiliate: ListedAffiliate }) {
  const { t } = useTranslation('affiliates');
  const link = `${location.origin}${paths.referral(affiliate.code)}`;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <span dir="auto">{affiliate.affiliate_programmes.title}</span>
        <AffiliateStateBadge state={affiliate.state} />
      </div>
      {affiliate.members?.email ? (
        <a className="link" href={`mailto:${affiliate.members.email}`}>
          {affiliate.members.email}
        </a>
      ) : null}
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('link.title')}</h3>
        <code className="break-all" dir="ltr">
          {link}
        </code>
        <div>
          <CopyButton link={link} />
        </div>
      </section>
      {affiliate.note ? (
        <section className="grid gap-1">
          <h3 className="font-semibold">{t('panel.note')}</h3>
          <p dir="auto">{affiliate.note}</p>
        </section>
      ) : null}
    </>
  );
}

const NONE = 'none';

function CouponForm({ id, affiliate, onSaved }: { id: string; affiliate: ListedAffiliate; onSaved: () => void }) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const coupons = useQuery({
    queryKey: ['coupons', account_id, 'choices'],
    queryFn: () => listCouponChoices(db, account_id),
  });
  const draft = useDraft({ saved: { coupon_id: affiliate.coupon_id ?? NONE } });
  useUnsavedInPanel(draft.isChanged);
  const { save, problem } = useSave(
    () => bindCoupon(db, account_id, affiliate.id, draft.values.coupon_id === NONE ? null : draft.values.coupon_id),
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['coupon_id', t('panel.couponTaken')] },
      invalidates: [affiliateKey(account_id)],
      done: t('form.saved'),
      onSaved,
    },
  );
  return (
    <Form id={id} label={t('panel.coupon')} problem={problem} onSubmit={() => void save()}>
      <Select
        label={t('panel.coupon')}
        description={t('panel.couponHelp')}
        options={[
          { id: NONE, label: t('panel.noCoupon') },
          ...(coupons.data ?? []).map(({ id: coupon, name }) => ({ id: coupon, label: name })),
        ]}
        {...draft.field('coupon_id')}
      />
    </Form>
  );
}
