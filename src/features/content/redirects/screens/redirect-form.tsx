import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { call } from '#base/shared/call.ts';
import { DbError, isCheckViolation, isUniqueViolation } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type Redirect, saveRedirect } from '../data.ts';
import { encodedAddress, normalizePath, type RedirectRow } from '../rules.ts';

/** The site serves a page at the path: a warning, which saving once more passes by. */
class LivePath extends Error {}

type RedirectFormProps = {
  redirect: Redirect | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
};

/** Creates or edits a redirect from a path of this site to a path or URL. */
export function RedirectForm({ redirect, onClose, onSaved }: RedirectFormProps) {
  const { t } = useTranslation('redirects');
  const title = redirect ? t('form.edit') : t('list.new');
  const { draft, save, isBusy, problem } = useRedirectForm(redirect, onSaved);
  const { values, set } = draft;
  return (
    <SidePanel
      title={title}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="redirect" isBusy={isBusy}>
          {t('form.save')}
        </Button>
      }
    >
      <Form id="redirect" label={title} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('form.from')}
          description={t('form.fromHelp')}
          value={values.from}
          maxLength={300}
          autoFocus
          dir="auto"
          onChange={(from) => set('from', from)}
        />
        <TextField
          label={t('form.to')}
          description={t('form.toHelp')}
          value={values.to}
          maxLength={500}
          dir="auto"
          onChange={(to) => set('to', to)}
        />
        <RadioGroup
          label={t('form.status')}
          orientation="vertical"
          value={values.status}
          onChange={(status) => set('status', status)}
          options={[
            { id: '301', label: t('status.301'), description: t('status.301Help') },
            { id: '302', label: t('status.302'), description: t('status.302Help') },
          ]}
        />
      </Form>
    </SidePanel>
  );
}

function useRedirectForm(redirect: Redirect | null, onSaved: () => Promise<void>) {
  const { t } = useTranslation('redirects');
  const db = useDb();
  const { account_id } = useAccount();
  const { origin } = useSite();
  const draft = useDraft({
    saved: {
      from: redirect?.from_path ?? '',
      to: redirect?.to_address ?? '',
      status: String(redirect?.status ?? 301),
    },
  });
  /** Path for which the warning "already serves a page" was shown. */
  const [warnedOf, setWarnedOf] = useState(redirect?.from_path);
  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const { from, to, status } = draft.values;
      const withoutOrigin = (address: string) =>
        (address.startsWith(`${origin}/`) ? address.slice(origin.length) : address).trim();
      const path = normalizePath(withoutOrigin(from));
      const line: RedirectRow = {
        from_path: path.startsWith('/') ? path : `/${path}`,
        to_address: withoutOrigin(to),
        status: status === '302' ? 302 : 301,
      };
      if (line.from_path !== warnedOf && (await isThere(line.from_path))) {
        setWarnedOf(line.from_path);
        throw new LivePath(t('form.live', { path: line.from_path }));
      }
      await saveRedirect(db, account_id, redirect?.id ?? null, line);
      await onSaved();
    },
    { isInForm: true, errorText: (error) => (error instanceof LivePath ? error.message : errorMessage(error, t)) },
  );
  return { draft, save, isBusy, problem };
}

/** Whether the site serves this path itself, so that the redirect would never apply. Wildcards can't be checked. */
async function isThere(path: string): Promise<boolean> {
  if (path.endsWith('/*')) return false;
  const response = await call(encodedAddress(path), { method: 'HEAD', redirect: 'manual' }).catch(() => null);
  return response?.ok === true;
}

/** Message for a database error that has none of its own. */
export function errorMessage(error: unknown, t: (key: string) => string): string {
  if (!(error instanceof DbError)) return t('list.failed');
  if (isUniqueViolation(error)) return t('form.taken');
  return isCheckViolation(error) ? t('form.wrong') : error.message;
}
