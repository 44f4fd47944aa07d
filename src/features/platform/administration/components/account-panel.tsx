import { Ban, LogIn, RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { isOffered } from '#features/platform/billing/rules.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Note } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { CheckboxGroup } from '#ui/fields/choice.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { Form } from '#ui/fields/form.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type Account, type AccountFeature, accountFeatures, setFeatures } from '../data.ts';
import { AccountCount } from './account-count.tsx';
import { LimitForm } from './limit-form.tsx';

type AccountPanelProps = {
  account: Account | undefined;
  host: string;
  onClose: () => void;
  onSaved: () => Promise<void>;
  onAsk: (action: 'suspend' | 'reactivate') => void;
  /** Opens the site as its owner, optionally on a given screen; undefined when that is not allowed. */
  onEnter?: (to?: string) => void;
};

/** Detail panel of one account: its data, usage counts, features and limits. */
export function AccountPanel({ account, host, onClose, onSaved, onAsk, onEnter }: AccountPanelProps) {
  const { t } = useTranslation('administration');
  return (
    <SidePanel
      title={account?.title ?? ''}
      isOpen={account !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        account?.status === 'active' ? (
          <>
            {onEnter ? (
              <Button icon={LogIn} onPress={() => onEnter()}>
                {t('accounts.openAsOwner')}
              </Button>
            ) : null}
            <Button variant="danger-line" icon={Ban} onPress={() => onAsk('suspend')}>
              {t('accounts.suspend')}
            </Button>
          </>
        ) : account ? (
          <Button variant="primary" icon={RotateCcw} onPress={() => onAsk('reactivate')}>
            {t('accounts.reactivate')}
          </Button>
        ) : null
      }
    >
      {account ? <AccountDetails account={account} host={host} onEnter={onEnter} /> : null}
      {account ? <Features key={account.account_id} account={account} onSaved={onSaved} /> : null}
      {account ? <LimitForm key={`limits-${account.account_id}`} account={account} onSaved={onSaved} /> : null}
    </SidePanel>
  );
}

function AccountDetails({
  account,
  host,
  onEnter,
}: Pick<AccountPanelProps, 'host' | 'onEnter'> & { account: Account }) {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
  const owner = account.owner ? (
    <TextLink href={paths.accounts({ owner: account.owner_id ?? undefined })}>{account.owner}</TextLink>
  ) : (
    t('accounts.noOwner')
  );
  const details: [string, ReactNode][] = [
    [
      t('panel.address'),
      <span key="host" dir="ltr">
        {host}
      </span>,
    ],
    [t('accounts.owner'), owner],
    [t('accounts.members'), <AccountCount key="members" kind="members" value={account.members} onEnter={onEnter} />],
    [t('panel.courses'), <AccountCount key="courses" kind="courses" value={account.courses} onEnter={onEnter} />],
    [t('accounts.orders'), <AccountCount key="orders" kind="orders" value={account.orders} onEnter={onEnter} />],
    [t('accounts.files'), formatSize(account.bytes, locale)],
    [
      t('panel.log'),
      <TextLink key="log" href={paths.auditLog({ account: account.account_id })}>
        {t('panel.seeLog')}
      </TextLink>,
    ],
  ];
  return (
    <>
      {account.status === 'active' && account.owner && !account.allows_log_in_as ? (
        <Note tone="info">{t('panel.closedToUs')}</Note>
      ) : null}
      {account.status === 'suspended' ? (
        <Note tone="warning">
          {t('panel.suspended')} <RelativeTime when={account.suspended_at} />: {account.suspension}
        </Note>
      ) : null}
      <dl className="mt-2 grid gap-2">
        {details.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="muted">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Features({ account, onSaved }: { account: Account; onSaved: () => Promise<void> }) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const id = useId();
  const [selected, setSelected] = useState<readonly string[]>(account.features);
  const isChanged = [...selected].sort().join() !== [...account.features].sort().join();

  useUnsavedInPanel(isChanged);

  const { save, isSaving, problem } = useSave(
    async () => {
      await setFeatures(db, account.account_id, selected as AccountFeature[]);
      await onSaved();
    },
    { done: () => t('panel.saved', { title: account.title }), isInForm: true },
  );
  return (
    <Form id={id} className="mt-6" label={t('panel.features')} problem={problem} onSubmit={() => void save()}>
      <CheckboxGroup
        label={t('panel.features')}
        description={t('panel.featuresHelp')}
        isVertical
        value={[...selected]}
        onChange={setSelected}
        options={accountFeatures.filter(isOffered).map((feature) => ({ id: feature, label: t(`feature.${feature}`) }))}
      />
      <div>
        <Button type="submit" isDisabled={!isChanged} isBusy={isSaving}>
          {t('panel.save')}
        </Button>
      </div>
    </Form>
  );
}
