import { Fingerprint, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { ConfirmationMethod } from '../profile/data.ts';
import { passwordMaximum } from '../rules.ts';
import { confirmByKey, confirmByPasskey } from './confirm-by-device.ts';
import { type Confirmation, usePresenceProof } from './use-presence-proof.ts';

const labels = {
  password: 'profile.present',
  app: 'second.code',
  mail: 'second.code',
  recovery: 'recovery.code',
} as const;

const switchLabels = {
  password: 'confirm.byPassword',
  app: 'confirm.byApp',
  mail: 'confirm.byMail',
  recovery: 'recovery.use',
} as const;

const digits = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const;
const fieldTraits = {
  password: { type: 'password', autoComplete: 'current-password', maxLength: passwordMaximum },
  app: digits,
  mail: digits,
  recovery: { autoComplete: 'off', maxLength: 60, spellCheck: 'false' },
} as const;

/** Confirms the user's identity by password, second factor, or a code sent to them. */
export function ConfirmationDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: (proof: Confirmation) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const [text, setText] = useState('');
  const proof = usePresenceProof(onConfirmed);
  const { method, address, isSent, isBusy, problem, confirm } = proof;
  const descriptions: Partial<Record<ConfirmationMethod, string>> = {
    recovery: t('recovery.codeHint'),
    ...(isSent ? { mail: t('confirm.sent', { address }) } : {}),
  };
  return (
    <Dialog
      title={t('confirm.title')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="confirm-presence" isBusy={isBusy}>
          {t('second.confirm')}
        </Button>
      }
    >
      <Form id="confirm-presence" label={t('confirm.title')} problem={problem.form} onSubmit={() => void confirm(text)}>
        <p className="muted">{t('confirm.text')}</p>
        <input type="text" autoComplete="username" value={address} readOnly hidden />
        <TextField
          key={method}
          label={t(labels[method])}
          description={descriptions[method]}
          {...fieldTraits[method]}
          value={text}
          onChange={setText}
          errorMessage={problem.field}
          isRequired
          autoFocus
        />
        <OtherMethods proof={proof} onChoose={() => setText('')} />
      </Form>
    </Dialog>
  );
}

/** The ways to confirm besides the selected one. */
function OtherMethods({ proof, onChoose }: { proof: ReturnType<typeof usePresenceProof>; onChoose: () => void }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const { keys, hasPasskey, otherMethods, isBusy, chooseMethod, confirmBy } = proof;
  const button = { variant: 'quiet', isDisabled: isBusy } as const;
  return (
    <div className="row flex-wrap">
      {keys.map((key) => (
        <Button key={key.id} {...button} icon={KeyRound} onPress={() => void confirmBy(() => confirmByKey(db, key))}>
          {t('second.useKey', { name: key.name })}
        </Button>
      ))}
      {hasPasskey ? (
        <Button {...button} icon={Fingerprint} onPress={() => void confirmBy(() => confirmByPasskey(db, site))}>
          {t('confirm.byPasskey')}
        </Button>
      ) : null}
      {otherMethods.map((method) => (
        <Button
          key={method}
          {...button}
          onPress={() => {
            chooseMethod(method);
            onChoose();
          }}
        >
          {t(switchLabels[method])}
        </Button>
      ))}
    </div>
  );
}
