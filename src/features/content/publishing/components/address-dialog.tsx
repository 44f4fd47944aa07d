import { useTranslation } from 'react-i18next';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

type AddressDialogProps = {
  slug: string;
  /** Error text for an invalid slug; null where it is valid. */
  helpOf: (slug: string | null) => string;
  /** Error text for a slug in use. */
  taken: string;
  /** Slugs reserved for the product's own routes. */
  reserved?: string;
  onMove: (slug: string) => Promise<void>;
  onClose: () => void;
};

/** Changes the slug of a page or post; the old URL redirects to the new one. */
export function AddressDialog({ slug: before, helpOf, taken, reserved, onMove, onClose }: AddressDialogProps) {
  const { t } = useTranslation('publishing');
  const draft = useDraft({
    saved: { slug: before },
    validate: ({ slug }) => {
      const newSlug = slugOfTitle(slug);
      if (!newSlug) return { slug: t('address.empty') };
      return { slug: newSlug === reserved ? t('address.reserved') : undefined };
    },
  });
  const { slug } = draft.values;
  const {
    save: move,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const newSlug = slugOfTitle(slug);
      // The form counts as saved: the screen may navigate to the new slug before the dialog closes.
      if (newSlug !== before) await onMove(newSlug);
    },
    { form: draft, fields: { [UNIQUE_VIOLATION]: ['slug', taken] }, onSaved: onClose },
  );
  return (
    <Dialog
      title={t('address.title')}
      isOpen
      isChanged={draft.isChanged && !isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" isBusy={isBusy} onPress={() => void move()}>
          {t('address.save')}
        </Button>
      }
    >
      {problem ? <Note tone="error">{problem}</Note> : null}
      <TextField
        label={t('address.label')}
        description={helpOf(slugOfTitle(slug) || null)}
        maxLength={80}
        dir="auto"
        {...draft.field('slug')}
      />
    </Dialog>
  );
}
