import { useQuery } from '@tanstack/react-query';
import { FileText, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { addFile, type ProductFile, productQueries, removeFile } from '../data.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/** The files a buyer of a digital good can download. Saved at once, beside the form. */
export function ProductFiles({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const files = useQuery(productQueries.files(db, account_id, [productId]));
  const { save: change, isSaving: isBusy } = useSave((write: () => Promise<unknown>) => write(), {
    invalidates: [['products', account_id, 'files']],
  });
  const upload = (list: File[]) =>
    change(async () => {
      for (const file of list) await addFile(db, account_id, productId, file);
    });
  const remove = (file: ProductFile) => change(() => removeFile(db, account_id, file));
  return (
    <Card title={t('files.title')} sentence={t('files.sentence')}>
      <div className="grid gap-4">
        {files.data && files.data.length > 0 ? (
          <ul className="grid gap-1">
            {files.data.map((file) => (
              <li key={file.id} className="flex items-center gap-3">
                <FileText aria-hidden="true" size={16} />
                <span className="min-w-0 flex-1 truncate">{file.name}</span>
                <span className="help num">{formatSize(file.size, locale)}</span>
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={t('files.remove', { name: file.name })}
                  isDisabled={isBusy}
                  onPress={() => void remove(file)}
                />
              </li>
            ))}
          </ul>
        ) : null}
        <FileField
          label={t('files.add')}
          description={isBusy ? t('form.imageBusy') : undefined}
          maxSize={MAX_BYTES}
          isDisabled={isBusy}
          onFiles={(list) => void upload(list)}
        />
      </div>
    </Card>
  );
}
