import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { fileAddress, type ProductFile, productQueries } from '#features/commerce/products/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useSave } from '#ui/fields/use-save.ts';
import type { Order } from '../schema.ts';

/** The files of the digital goods in a paid order. */
export function PurchasedFiles({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const ids = order.order_items.flatMap(({ type, product_id }) =>
    type === 'digital' && product_id ? [product_id] : [],
  );
  const files = useQuery({
    ...productQueries.files(db, account_id, ids),
    enabled: order.status === 'paid' && ids.length > 0,
  });
  const { save: fetchFile } = useSave(async (file: ProductFile) =>
    location.assign(await fileAddress(db, account_id, file)),
  );
  if (!files.data || files.data.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('detail.files')}</h3>
      <ul className="grid gap-2">
        {files.data.map((file) => (
          <li key={file.id} className="flex items-center gap-3">
            <Button size="sm" icon={Download} onPress={() => void fetchFile(file)}>
              {file.name}
            </Button>
            <span className="help num">{formatSize(file.size, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
