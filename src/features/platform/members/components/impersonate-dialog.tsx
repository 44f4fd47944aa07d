import { useTranslation } from 'react-i18next';
import { markSessionSwitch } from '#base/browser/sign-out.ts';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { untilLeft } from '#ui/fields/use-action.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { MemberRow } from '../directory/data.ts';

const MIN_REASON_LENGTH = 10;

/** Asks for a reason, then starts a 30-minute impersonation. */
export function ImpersonateDialog({ row, onClose }: { row: MemberRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('members');
  const draft = useDraft({
    saved: { reason: '' },
    validate: ({ reason }) => ({
      reason: reason.trim().length < MIN_REASON_LENGTH ? t('act.reasonShort', { count: MIN_REASON_LENGTH }) : undefined,
    }),
  });
  const { save, isSaving, problem } = useSave(
    async (member_id: string) => {
      const response = await call(paths.logInAs(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ member_id, reason: draft.values.reason.trim() }),
      });
      const body = (await response.json()) as { url?: string; error?: { message: string } };
      if (!body.url) throw new Error(body.error?.message ?? t('problem.unknown'));
      // A full page load, so that no state or cache of the previous user is left.
      markSessionSwitch();
      location.assign(body.url);
      await untilLeft();
    },
    { form: draft, offlineText: t('problem.offline') },
  );
  if (!row) return null;
  return (
    <Dialog
      title={t('act.title', { name: row.name })}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {t('act.cancel')}
          </Button>
          <Button variant="primary" type="submit" form="act" isBusy={isSaving}>
            {t('act.begin')}
          </Button>
        </>
      }
    >
      <Form id="act" label={t('act.title', { name: row.name })} problem={problem} onSubmit={() => void save(row.id)}>
        <p className="muted">{t('act.text')}</p>
        <TextArea
          label={t('act.reason')}
          description={t('act.reasonHint')}
          {...draft.field('reason')}
          maxLength={500}
          rows={3}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
