import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markSessionSwitch } from '#base/browser/sign-out.ts';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { MemberRow } from '../directory/data.ts';

const MIN_REASON_LENGTH = 10;

/** Asks for a reason, then starts a 30-minute impersonation. */
export function ImpersonateDialog({ row, onClose }: { row: MemberRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('members');
  const [reason, setReason] = useState('');
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const [fieldProblem, setFieldProblem] = useState<string>();
  if (!row) return null;

  function start() {
    return run(async () => {
      if (!row) return;
      setProblem(undefined);
      if (reason.trim().length < MIN_REASON_LENGTH)
        return setFieldProblem(t('act.reasonShort', { count: MIN_REASON_LENGTH }));
      try {
        const response = await call(paths.logInAs(), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ member_id: row.id, reason: reason.trim() }),
        });
        const body = (await response.json()) as { url?: string; error?: { message: string } };
        // A full page load, so that no state or cache of the previous user is left.
        if (body.url) {
          markSessionSwitch();
          location.assign(body.url);
          return untilLeft();
        }
        setProblem(body.error?.message ?? t('problem.unknown'));
      } catch {
        setProblem(t('problem.offline'));
      }
    });
  }
  return (
    <Dialog
      title={t('act.title', { name: row.name })}
      isOpen
      isChanged={reason !== '' && !isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {t('act.cancel')}
          </Button>
          <Button variant="primary" type="submit" form="act" isBusy={isBusy}>
            {t('act.begin')}
          </Button>
        </>
      }
    >
      <Form id="act" label={t('act.title', { name: row.name })} problem={problem} onSubmit={() => void start()}>
        <p className="muted">{t('act.text')}</p>
        <TextArea
          label={t('act.reason')}
          description={t('act.reasonHint')}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setFieldProblem(undefined);
          }}
          errorMessage={fieldProblem}
          maxLength={500}
          rows={3}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
