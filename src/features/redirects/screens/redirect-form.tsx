import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { isNotAllowed, isTaken, WireError } from '#base/shared/wire.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Form } from '#ui/form.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type Redirect, saveRedirect } from '../data.ts';
import { plainPath } from '../rules.ts';

/** One redirect: from a path of this site to wherever its readers are to come. */
export function RedirectForm({
  redirect,
  onClose,
  onSaved,
}: {
  redirect: Redirect | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const { t } = useTranslation('redirects');
  const wire = useWire();
  const { account_id } = useAccount();
  const { origin } = useSite();
  const [from, setFrom] = useState(redirect?.from_path ?? '');
  const [to, setTo] = useState(redirect?.to_address ?? '');
  const [status, setStatus] = useState(String(redirect?.status ?? 301));
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const title = redirect ? t('form.edit') : t('list.new');

  async function save() {
    const own = (address: string) => (address.startsWith(`${origin}/`) ? address.slice(origin.length) : address).trim();
    setBusy(true);
    try {
      const path = plainPath(own(from));
      const line = {
        from_path: path.startsWith('/') ? path : `/${path}`,
        to_address: own(to),
        status: Number(status),
      };
      await saveRedirect(wire, account_id, redirect?.id ?? null, line);
      await onSaved();
    } catch (error) {
      setProblem(sentenceOf(error, t));
      setBusy(false);
    }
  }
  return (
    <SidePanel
      title={title}
      isOpen
      isDismissable={false}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="redirect" isBusy={isBusy}>
          {t('form.save')}
        </Button>
      }
    >
      <Form id="redirect" label={title} problem={problem || undefined} onSubmit={() => void save()}>
        <TextField
          label={t('form.from')}
          description={t('form.fromHelp')}
          value={from}
          maxLength={300}
          autoFocus
          dir="auto"
          onChange={setFrom}
        />
        <TextField
          label={t('form.to')}
          description={t('form.toHelp')}
          value={to}
          maxLength={500}
          dir="auto"
          onChange={setTo}
        />
        <RadioGroup
          label={t('form.status')}
          orientation="vertical"
          value={status}
          onChange={setStatus}
          options={[
            { id: '301', label: t('status.301'), description: t('status.301Help') },
            { id: '302', label: t('status.302'), description: t('status.302Help') },
          ]}
        />
      </Form>
    </SidePanel>
  );
}

/** What the database refuses without words of its own, said so that it can be put right. */
export function sentenceOf(error: unknown, t: (key: string) => string): string {
  if (!(error instanceof WireError)) return t('list.failed');
  if (isTaken(error)) return t('form.taken');
  return isNotAllowed(error) ? t('form.wrong') : error.message;
}
