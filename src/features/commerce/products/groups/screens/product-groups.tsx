import { useDb } from '#base/browser/db-client.ts';
import { OpenedGroups } from '#features/engagement/groups/access/components/opened-groups.tsx';
import { Card } from '#ui/layout/section.tsx';
import { setProductGroups } from '../data.ts';

/** The groups that a product opens. */
export function ProductGroups({ productId }: { productId: string }) {
  const db = useDb();
  return (
    <Card>
      <OpenedGroups kind="product" sourceId={productId} onSave={(ids) => setProductGroups(db, productId, ids)} />
    </Card>
  );
}
