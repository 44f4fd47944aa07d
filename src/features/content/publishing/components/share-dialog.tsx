import { useQuery } from '@tanstack/react-query';
import { Copy, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { listPreviews, revokePreview, shareDraft } from '../data.ts';

const DAYS = [1, 7, 30, 90];

type ShareDialogProps = {
  kind: string;
  id: string;
  addressOf: (secret: string) => string;
  onClose: () => void;
};

/** Preview links to a draft: create, copy once, revoke. */
export function ShareDialog({ kind, id, addressOf, onClose }: ShareDialogProps) {
  const { t } = useTranslation('publishing');
  const db = useDb();
  const { account_id } = useAccount();
  const { origin } = useSite();
  const key = ['previews', account_id, kind, id];
  const links = useQuery({ queryKey: key, queryFn: () => listPreviews(db, account_id, kind, id), staleTime: 0 });
  const [days, setDays] = useState(7);
  const [address, setAddress] = useState('');
  const { save: run, isSaving: isBusy } = useSave((write: () => Promise<void>) => write(), { invalidates: [key] });
  return (
    <Dialog title={t('share.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{t('share.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('share.days')}
          options={DAYS.map((count) => ({ id: String(count), label: t('share.count', { count }) }))}
          value={String(days)}
          onChange={(id) => setDays(Number(id))}
        />
        <Button
          variant="primary"
          isBusy={isBusy}
          onPress={() => void run(async () => setAddress(origin + addressOf(await shareDraft(db, kind, id, days))))}
        >
          {t('share.make')}
        </Button>
      </div>
      {address ? <NewLink address={address} /> : null}
      {links.isPending ? <SkeletonText lines={2} /> : null}
      {links.isError ? <ErrorState onRetry={() => void links.refetch()} /> : null}
      <ul className="grid gap-2">
        {links.data?.map((link) => (
          <LinkRow
            key={link.id}
            expiresAt={link.expires_at}
            isDisabled={isBusy}
            onEnd={(button) =>
              void run(async () => {
                // The button disappears with its row; focus stays in the dialog.
                button.closest<HTMLElement>('[role="dialog"]')?.focus();
                await revokePreview(db, account_id, link.id);
                setAddress('');
                showToast(t('share.ended'));
              })
            }
          />
        ))}
      </ul>
    </Dialog>
  );
}

/** The address of a link that was just made; it is shown once. */
function NewLink({ address }: { address: string }) {
  const { t } = useTranslation('publishing');
  return (
    <div className="flex items-end gap-3">
      <TextField
        className="flex-1"
        label={t('share.link')}
        description={t('share.once')}
        value={address}
        isReadOnly
        dir="ltr"
      />
      <Button icon={Copy} onPress={() => copyText(address, t('share.copied'), t('share.notCopied'))}>
        {t('share.copy')}
      </Button>
    </div>
  );
}

type LinkRowProps = { expiresAt: string; isDisabled: boolean; onEnd: (button: Element) => void };

function LinkRow({ expiresAt, isDisabled, onEnd }: LinkRowProps) {
  const { t } = useTranslation('publishing');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'long' });
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line pt-2">
      <span>{t('share.until', { day: day.format(new Date(expiresAt)) })}</span>
      <Button size="sm" variant="quiet" icon={Link2Off} isDisabled={isDisabled} onPress={({ target }) => onEnd(target)}>
        {t('share.end')}
      </Button>
    </li>
  );
}
