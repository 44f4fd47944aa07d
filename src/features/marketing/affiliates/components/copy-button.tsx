import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { copyText } from '#ui/overlays/copy-text.ts';

/** Copies the link of an affiliate. */
export function CopyButton({ link }: { link: string }) {
  const { t } = useTranslation('affiliates');
  return (
    <Button icon={Copy} size="sm" onPress={() => copyText(link, t('link.copied'), t('link.notCopied'))}>
      {t('link.copy')}
    </Button>
  );
}
