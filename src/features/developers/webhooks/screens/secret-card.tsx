import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { rotateSecret, secretOf } from '../data.ts';

/** The signing secret: revealed on request, rotated with both secrets valid for a while. */
export function SecretCard({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const [secret, setSecret] = useState<string | null>(null);
  const [isRotating, setRotating] = useState(false);
  const failed = () => showError(t('failed'));
  return (
    <Card title={t('secret.title')} sentence={t('secret.text')}>
      <div className="flex flex-wrap items-center gap-2">
        {secret ? (
          <>
            <code dir="ltr" className="min-w-0 break-all">
              {secret}
            </code>
            <Button
              icon={Copy}
              onPress={() =>
                void navigator.clipboard.writeText(secret).then(() => showToast(t('secret.copied')), failed)
              }
            >
              {t('secret.copy')}
            </Button>
            <Button icon={EyeOff} onPress={() => setSecret(null)}>
              {t('secret.hide')}
            </Button>
          </>
        ) : (
          <Button icon={Eye} onPress={() => void secretOf(db, webhookId).then(setSecret, failed)}>
            {t('secret.show')}
          </Button>
        )}
        <Button icon={RefreshCw} onPress={() => setRotating(true)}>
          {t('secret.rotate')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isRotating}
        onOpenChange={setRotating}
        title={t('secret.rotateTitle')}
        confirmLabel={t('secret.rotate')}
        isDanger={false}
        onConfirm={async () => {
          setSecret(await rotateSecret(db, webhookId));
          showToast(t('secret.rotated'));
        }}
      >
        {t('secret.rotateText')}
      </ConfirmDialog>
    </Card>
  );
}
