import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import {
  changeStock,
  type EditedProduct,
  productQueries,
  saveProduct,
  saveProductCourses,
  setLevels,
  setPrices,
} from '../data.ts';
import { ProductGroups } from '../groups/screens/product-groups.tsx';
import { levelOfPrice } from '../levels/rules.ts';
import { priceDraftOf } from '../prices/screens/price-draft.ts';
import { opensMany } from '../rules.ts';
import { UpsellsCard } from '../upsells/screens/upsells-card.tsx';
import { draftOf, emptyDraft, type ProductValues } from './product-draft.ts';
import { ProductFiles } from './product-files.tsx';
import { ProductForm } from './product-form.tsx';

export default function ProductEditor() {
  const { t } = useTranslation('products');
  const { id = 'new' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const isNew = id === 'new' || id === 'new-membership';
  const currency = useQuery(productQueries.currency(db, account_id));
  const courses = useQuery(productQueries.courses(db, account_id));
  const product = useQuery({ ...productQueries.one(db, account_id, id), enabled: !isNew });
  useScreenName(isNew ? t('form.newTitle') : product.data?.title);

  const { zone, isLoading } = useSiteZone();
  const save = useProductSave(zone);
  const isFailed = product.isError || courses.isError || currency.isError;
  const isReady =
    currency.data !== undefined && courses.data !== undefined && (isNew || product.data !== undefined) && !isLoading;
  if (product.data === null) {
    return (
      <main id="content" className="page">
        <EmptyState isPage title={t('form.missing')} />
      </main>
    );
  }
  const kind = id === 'new-membership' ? 'membership' : 'course';
  return (
    <main id="content" className="page max-w-3xl">
      <PageHeader
        title={product.data?.title ?? t('form.newTitle')}
        actions={
          product.data?.status === 'published' ? (
            <LinkButton icon={ExternalLink} href={paths.productPage(product.data.slug)}>
              {t('form.view')}
            </LinkButton>
          ) : null
        }
      />
      {isFailed ? (
        <ErrorState onRetry={() => void Promise.all([product.refetch(), courses.refetch(), currency.refetch()])} />
      ) : null}
      {!isFailed && !isReady ? <SkeletonText lines={8} /> : null}
      {!isFailed && isReady ? (
        <>
          <ProductForm
            key={id}
            saved={product.data ? draftOf(product.data, currency.data, zone) : emptyDraft(kind, currency.data)}
            courses={courses.data}
            isNew={isNew}
            onSave={(values) => save(product.data?.id ?? null, values, product.data?.stock ?? null)}
          />
          {product.data ? <ProductParts product={product.data} /> : null}
        </>
      ) : null}
    </main>
  );
}

/** What is saved by itself: files, upsells, and the groups it opens. */
function ProductParts({ product: { id, type } }: { product: EditedProduct }) {
  return (
    <div className="mt-4 grid gap-4">
      {type === 'digital' ? <ProductFiles productId={id} /> : null}
      <UpsellsCard productId={id} />
      <ProductGroups productId={id} />
    </div>
  );
}

/** Writes a product with its courses and its price; a new one (without an id) then opens at its own address. */
function useProductSave(zone: string) {
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (id: string | null, values: ProductValues, shownStock: number | null): Promise<void> => {
    const isPhysical = values.type === 'physical';
    const savedId = await saveProduct(db, account_id, id, {
      title: values.title.trim(),
      slug: values.slug,
      description: values.description,
      body: values.body,
      image: values.image.trim() || null,
      type: values.type,
      status: values.status,
      course_id: values.type === 'course' ? values.course_id : null,
      tax_class: values.tax_class,
      weight_grams: isPhysical ? values.weight_grams : null,
      shipping_note: isPhysical ? values.shipping_note.trim() : '',
      seats: values.type === 'seats' ? values.seats : null,
      buyers: values.buyers,
      buyers_course_id: values.buyers === 'course' ? values.buyers_course_id : null,
      buyers_role_id: values.buyers === 'role' ? values.buyers_role_id : null,
    });
    const stock = isPhysical ? values.stock : null;
    if (stock !== shownStock) await changeStock(db, savedId, stock, shownStock);
    const courseIds = opensMany(values.type) ? values.courses : [];
    await saveProductCourses(db, account_id, savedId, courseIds);
    const levels = values.type === 'membership' ? values.levels : [];
    await setLevels(
      db,
      savedId,
      levels.map(({ id: level, name, description, courses }) => ({
        id: level,
        name,
        description,
        course_ids: courses,
      })),
    );
    await setPrices(
      db,
      savedId,
      values.prices.flatMap(
        (price) => priceDraftOf({ ...price, level_id: levelOfPrice(price.level_id, levels) }, zone) ?? [],
      ),
    );
    await queries.invalidateQueries({ queryKey: ['products', account_id] });
    if (id === null) await navigate(paths.product(savedId), { replace: true });
  };
}
