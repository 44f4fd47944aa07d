import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { AvailabilityPreview, type PreviewProps } from './availability-preview.tsx';

/** Opens a look at the course as a student would see it on a day. */
export function PreviewButton(props: PreviewProps) {
  const { t } = useTranslation('courses');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Lock} onPress={() => setOpen(true)}>
        {t('availability.preview')}
      </Button>
      <SidePanel title={t('availability.preview')} isOpen={isOpen} onOpenChange={setOpen}>
        {isOpen ? <AvailabilityPreview {...props} /> : null}
      </SidePanel>
    </>
  );
}
