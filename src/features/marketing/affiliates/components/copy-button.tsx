import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';

/** Copies the link of an affiliate. */
export function CopyButton({ link }: { link: string }) {
  const { t } = useTranslation('affiliates');
  return (
    <Button
      icon={Copy}
      size="sm"
      onPress={() =>
        navigator.clipboard.writeText(link).then(
          () => showToast(t('link.copied')),
          () => showError(t('link.notCopied')),
        )
      }
    >
      {t('link.copy')}
    </Button>
  );
}
