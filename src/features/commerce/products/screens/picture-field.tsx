import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { PickButton } from '#features/content/media/components/pick-button.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { uploadPicture } from '../data.ts';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/avif', 'image/webp'];
const MAX_BYTES = 5 * 1024 * 1024;

/** A product's picture: dropped, or chosen from the library, and shown from then on. */
export function PictureField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const { t } = useTranslation('products');
  const db = useDb();
  const { account_id } = useAccount();
  const {
    save: upload,
    isSaving: isBusy,
    problem,
  } = useSave((file: File) => uploadPicture(db, account_id, file), { isInForm: true, onSaved: onChange });
  if (value) {
    return (
      <div className="field">
        <span className="field-label">{t('form.image')}</span>
        <div className="flex flex-wrap items-center gap-4">
          <img src={value} alt="" width={120} height={80} className="h-20 w-30 rounded object-cover" />
          <PickButton onPick={({ src }) => onChange(src)} />
          <Button size="sm" onPress={() => onChange('')}>
            {t('form.imageRemove')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-full">
        <FileField
          label={t('form.image')}
          description={isBusy ? t('form.imageBusy') : undefined}
          accept={IMAGE_TYPES}
          maxSize={MAX_BYTES}
          maxCount={1}
          isDisabled={isBusy}
          errorMessage={problem}
          onFiles={([file]) => file && void upload(file)}
        />
      </div>
      <PickButton isDisabled={isBusy} onPick={({ src }) => onChange(src)} />
    </div>
  );
}
