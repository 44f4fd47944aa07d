import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUniqueViolation } from '#base/shared/db-client.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Changes the slug of a page or post; the old URL redirects to the new one. */
export function AddressDialog({
  slug: before,
  helpOf,
  taken,
  reserved,
  onMove,
  onClose,
}: {
  slug: string;
  /** Error text for an invalid slug; null where it is valid. */
  helpOf: (slug: string | null) => string;
  /** Error text for a slug in use. */
  taken: string;
  /** Slugs reserved for the product's own routes. */
  reserved?: string;
  onMove: (slug: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('publishing');
  const [slug, setSlug] = useState(before);
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();
  function move() {
    return run(async () => {
      const newSlug = slugOfTitle(slug);
      if (!newSlug) return setProblem(t('address.empty'));
      if (newSlug === reserved) return setProblem(t('address.reserved'));
      // The form counts as saved: the screen may navigate to the new slug before the dialog closes.
      try {
        if (newSlug !== before) await onMove(newSlug);
        onClose();
      } catch (error) {
        setProblem(isUniqueViolation(error) ? taken : t('failed'));
      }
    });
  }
  return (
    <Dialog
      title={t('address.title')}
      isOpen
      isChanged={slug !== before && !isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" isBusy={isBusy} onPress={() => void move()}>
          {t('address.save')}
        </Button>
      }
    >
      <TextField
        label={t('address.label')}
        description={helpOf(slugOfTitle(slug) || null)}
        value={slug}
        maxLength={80}
        dir="auto"
        errorMessage={problem || undefined}
        onChange={(value) => {
          setSlug(value);
          setProblem('');
        }}
      />
    </Dialog>
  );
}
