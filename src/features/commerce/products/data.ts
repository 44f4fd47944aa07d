import { queryOptions } from '@tanstack/react-query';
import { inUrlBatches } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { TaxClass } from '#features/commerce/tax/schema.ts';
import { PRODUCTS_PER_PAGE } from './rules.ts';
import {
  type BuyerKind,
  type Frequency,
  type Level,
  type PriceDraft,
  type Product,
  productStatuses,
  productTypes,
} from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    prices: { frequency: Frequency; amount_now: number; offer_label: string };
    products: { file_names: { name: string; size: number }[] };
  }
  interface FunctionShapes {
    change_stock: { args: { stock: number | null; shown: number | null }; returns: number | null };
    set_levels: { args: { levels: LevelDraft[] } };
    set_prices: { args: { prices: PriceDraft[] } };
  }
}

const COLUMNS =
  'account_id, id, title, slug, description, image, type, status, course_id, stock, created_at, updated_at';
const PRICES =
  'id, kind, currency, amount, amount_now, sale_amount, sale_start, sale_end, frequency, cycles, trial_days, setup_fee, minimum_amount, level_id, position, is_active';
/** To shoppers the name of a price begins with its level. */
const WITH_PRICES = `${COLUMNS}, prices(${PRICES}, label:offer_label)`;
const WITH_OWN_LABELS = `${COLUMNS}, prices(${PRICES}, label)`;
const LEVELS = 'product_levels(id, position, name, description, is_active)';

/** The published ones among some products, with prices; used to refresh a cart before checkout. */
export async function listProductsOnSale(db: Db, account_id: string, ids: readonly string[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return dataOf(
    await db
      .from('products')
      .select(WITH_PRICES)
      .eq('account_id', account_id)
      .eq('status', 'published')
      .in('id', [...ids])
      .limit(50),
  );
}

export type OfferedProduct = Product & {
  product_courses: { course_id: string; level_id?: string | null }[];
  product_levels?: Pick<Level, 'id' | 'position'>[];
};

/** Everything an account sells, for its public pages; products of one course come before bundles and memberships. */
export async function listPublishedProducts(db: Db, account_id: string, limit = 50): Promise<OfferedProduct[]> {
  return dataOf(
    await db
      .from('products')
      .select(`${WITH_PRICES}, product_courses(course_id, level_id), product_levels(id, position)`)
      .eq('account_id', account_id)
      .eq('status', 'published')
      .order('course_id', { nullsFirst: false })
      .order('created_at')
      .limit(limit),
  );
}

/** One page of what an account sells, newest first. */
export function readShop(db: Db, account_id: string, page: number): Promise<ListPage<OfferedProduct>> {
  const products = db
    .from('products')
    .select(`${WITH_PRICES}, product_courses(course_id)`, { count: 'exact' })
    .eq('account_id', account_id)
    .eq('status', 'published');
  return pageOf(products, { page, pageSize: PRODUCTS_PER_PAGE }, { sortable, usual: 'created_at' });
}

/** How many products stand below another one. */
const RELATED = 3;

/** Other products on sale, those of the same type first. */
export async function relatedProducts(
  db: Db,
  account_id: string,
  product: Pick<OfferedProduct, 'id' | 'type'>,
): Promise<OfferedProduct[]> {
  const { rows: products } = await readShop(db, account_id, 1);
  const others = products.filter(({ id }) => id !== product.id);
  const isAlike = ({ type }: OfferedProduct) => type === product.type;
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, RELATED);
}

export type ShownProduct = Product &
  Pick<EditedProduct, 'body' | 'seats' | 'shipping_note' | 'buyers'> & {
    file_names: { name: string; size: number }[];
    product_courses: { course_id: string; level_id: string | null }[];
    product_levels: Level[];
    buyers_course: { title: string; slug: string } | null;
  };

/** A product on sale by the address of its page; null without one. */
export async function productBySlug(db: Db, account_id: string, slug: string): Promise<ShownProduct | null> {
  return maybeDataOf(
    await db
      .from('products')
      .select(
        `${WITH_PRICES}, body, seats, shipping_note, buyers, file_names, product_courses(course_id, level_id), ${LEVELS}, buyers_course:courses!products_account_id_buyers_course_id_fkey(title, slug)`,
      )
      .eq('account_id', account_id)
      .eq('slug', slug)
      .eq('status', 'published')
      .maybeSingle(),
  );
}

/** The products an account sells or is about to sell, for choosing among them; needs `manage_shop`. */
export async function listProductChoices(db: Db, account_id: string): Promise<Pick<Product, 'id' | 'title'>[]> {
  return dataOf(
    await db
      .from('products')
      .select('id, title')
      .eq('account_id', account_id)
      .neq('status', 'archived')
      .order('search_text')
      .limit(1000),
  );
}

export type ProductFilters = ListRequest & { statuses?: readonly string[]; types?: readonly string[] };

const sortable = { title: 'search_text', type: 'type', status: 'status', updated_at: 'updated_at', price: 'price_now' };

/** One page of an account's products; needs `manage_shop`. */
export function listProducts(db: Db, account_id: string, filters: ProductFilters): Promise<ListPage<Product>> {
  let query = db.from('products').select(WITH_PRICES, { count: 'exact' }).eq('account_id', account_id);
  const statuses = productStatuses.filter((status) => filters.statuses?.includes(status));
  const types = productTypes.filter((type) => filters.types?.includes(type));
  if (statuses.length > 0) query = query.in('status', statuses);
  if (types.length > 0) query = query.in('type', types);
  return pageOf(query, filters, { sortable, usual: 'created_at', search: 'search_text' });
}

export type EditedProduct = Product & {
  product_courses: { course_id: string; level_id: string | null }[];
  product_levels: Level[];
  body: string;
  tax_class: TaxClass;
  weight_grams: number | null;
  shipping_note: string;
  seats: number | null;
  buyers: BuyerKind;
  buyers_course_id: string | null;
  buyers_role_id: string | null;
};

/** A product by its id, or by the slug of its page. */
export async function getProduct(db: Db, account_id: string, idOrSlug: string): Promise<EditedProduct | null> {
  return maybeDataOf(
    await db
      .from('products')
      .select(
        `${WITH_OWN_LABELS}, body, tax_class, weight_grams, shipping_note, seats, buyers, buyers_course_id, buyers_role_id, product_courses(course_id, level_id), ${LEVELS}`,
      )
      .eq('account_id', account_id)
      .eq(UUID.test(idOrSlug) ? 'id' : 'slug', idOrSlug)
      .maybeSingle(),
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type ProductDraft = Pick<
  EditedProduct,
  | 'title'
  | 'slug'
  | 'description'
  | 'body'
  | 'image'
  | 'type'
  | 'status'
  | 'course_id'
  | 'tax_class'
  | 'weight_grams'
  | 'shipping_note'
  | 'seats'
  | 'buyers'
  | 'buyers_course_id'
  | 'buyers_role_id'
>;

/** Sets the stock; where the stock that was `shown` is named, what was sold since then stays sold. */
export async function changeStock(
  db: Db,
  product_id: string,
  stock: number | null,
  shown: number | null,
): Promise<void> {
  dataOf(await db.rpc('change_stock', { product_id, stock, shown }));
}

/** The roles of an account, for choosing who may buy. */
export async function listRoleChoices(db: Db, account_id: string): Promise<{ role_id: string; name: string }[]> {
  return dataOf(await db.from('roles').select('role_id, name').eq('account_id', account_id).order('name').limit(200));
}

/** Inserts or updates a product and returns its id. */
export async function saveProduct(db: Db, account_id: string, id: string | null, draft: ProductDraft): Promise<string> {
  const table = db.from('products');
  const response = id
    ? await table.update(draft).eq('account_id', account_id).eq('id', id).select('id').single()
    : await table
        .insert({ account_id, ...draft })
        .select('id')
        .single();
  return dataOf(response).id;
}

/** Sets which courses a bundle or a membership opens. */
export async function saveProductCourses(
  db: Db,
  account_id: string,
  product_id: string,
  courseIds: readonly string[],
): Promise<void> {
  const rows = dataOf(
    await db.from('product_courses').select('course_id').eq('account_id', account_id).eq('product_id', product_id),
  );
  const existing = new Set(rows.map((row) => row.course_id));
  const removed = [...existing].filter((id) => !courseIds.includes(id));
  const added = courseIds.filter((id) => !existing.has(id));
  if (removed.length > 0) {
    const { error } = await db
      .from('product_courses')
      .delete()
      .eq('account_id', account_id)
      .eq('product_id', product_id)
      .in('course_id', removed);
    if (error) throw error;
  }
  if (added.length > 0) {
    const { error } = await db
      .from('product_courses')
      .insert(added.map((course_id) => ({ account_id, product_id, course_id })));
    if (error) throw error;
  }
}

/** A level as it is saved, with the courses that are open from it on. */
export type LevelDraft = { id: string; name: string; description: string; course_ids: string[] };

/** Sets the levels of a membership from the lowest up; who has one that is left out keeps it. */
export async function setLevels(db: Db, product_id: string, levels: LevelDraft[]): Promise<void> {
  dataOf(await db.rpc('set_levels', { product_id, levels }));
}

/** Uploads a picture to the account's site files and returns its URL. */
export async function uploadPicture(db: Db, account_id: string, file: File): Promise<string> {
  const bucket = db.storage.from(account_id);
  const { data, error } = await bucket.upload(`public/products/${randomName()}${extensionOf(file.name)}`, file, {
    contentType: file.type,
    cacheControl: '60',
    metadata: { name: file.name },
  });
  if (error) throw error;
  // A URL without our own host stays valid when the account gets a domain.
  return bucket.getPublicUrl(data.path).data.publicUrl.replace(location.origin, '');
}

export type ProductFile = { id: string; product_id: string; name: string; path: string; size: number };

/** The files of products: all for managers, those they paid for for buyers. */
export async function listFiles(db: Db, account_id: string, productIds: readonly string[]): Promise<ProductFile[]> {
  if (productIds.length === 0) return [];
  const files = db.from('product_files').select('id, product_id, name, path, size').eq('account_id', account_id);
  return dataOf(
    await files
      .in('product_id', [...productIds])
      .order('created_at')
      .limit(200),
  );
}

/** Adds a file to a product: first the upload, then the row that lets buyers download it. */
export async function addFile(db: Db, account_id: string, product_id: string, file: File): Promise<void> {
  const path = `products/${product_id}/${randomName()}${extensionOf(file.name)}`;
  const bucket = db.storage.from(`${account_id}-private`);
  const { error } = await bucket.upload(path, file, { contentType: file.type || 'application/octet-stream' });
  if (error) throw error;
  const row = { account_id, product_id, name: file.name.slice(-200), path, size: file.size };
  dataOf(await db.from('product_files').insert(row).select('id').single());
}

export async function removeFile(db: Db, account_id: string, file: ProductFile): Promise<void> {
  dataOf(await db.from('product_files').delete().eq('account_id', account_id).eq('id', file.id).select('id'));
  await db.storage.from(`${account_id}-private`).remove([file.path]);
}

/** A signed download URL under the file's own name, valid for 60 seconds. */
export async function fileAddress(db: Db, account_id: string, file: ProductFile): Promise<string> {
  const bucket = db.storage.from(`${account_id}-private`);
  const { data, error } = await bucket.createSignedUrl(file.path, 60, { download: file.name });
  if (error) throw error;
  return data.signedUrl;
}

function extensionOf(name: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? '';
}

function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Archives products; existing purchases stay valid. */
export function archiveProducts(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  return inUrlBatches(ids, async (batch) =>
    dataOf(
      await db
        .from('products')
        .update({ status: 'archived' })
        .eq('account_id', account_id)
        .in('id', batch)
        .select('id'),
    ),
  );
}

export type CourseChoice = { id: string; title: string; language: string; featured_image: { image: string } | null };

/** The courses a product can sell. */
export async function listCourseChoices(db: Db, account_id: string): Promise<CourseChoice[]> {
  return dataOf(
    await db
      .from('courses')
      .select('id, title, language, featured_image')
      .eq('account_id', account_id)
      .neq('status', 'archived')
      .order('title')
      .limit(500),
  );
}

export function removeProducts(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  return inUrlBatches(ids, async (batch) =>
    dataOf(await db.from('products').delete().eq('account_id', account_id).in('id', batch).select('id')),
  );
}

/** Sets all prices of a product, in their order; earlier orders keep the previous ones. Amounts in the smallest unit. */
export async function setPrices(db: Db, product_id: string, prices: PriceDraft[]): Promise<void> {
  dataOf(await db.rpc('set_prices', { product_id, prices }));
}

/** The currency in the account's settings. */
export async function getCurrency(db: Db, account_id: string): Promise<string> {
  const row = maybeDataOf(
    await db.from('options').select('value').eq('account_id', account_id).eq('key', 'settings').maybeSingle(),
  ) as { value?: { currency?: string } } | null;
  return row?.value?.currency ?? 'EUR';
}

export const productQueries = {
  published: (db: Db, account_id: string, limit: number) =>
    queryOptions({
      queryKey: ['products', account_id, 'published', limit],
      queryFn: () => listPublishedProducts(db, account_id, limit),
    }),
  one: (db: Db, account_id: string, id: string) =>
    queryOptions({ queryKey: ['products', account_id, 'one', id], queryFn: () => getProduct(db, account_id, id) }),
  files: (db: Db, account_id: string, productIds: readonly string[]) =>
    queryOptions({
      queryKey: ['products', account_id, 'files', [...productIds].sort()],
      queryFn: () => listFiles(db, account_id, productIds),
    }),
  choices: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['products', account_id, 'choices'],
      queryFn: () => listProductChoices(db, account_id),
    }),
  roles: (db: Db, account_id: string) =>
    queryOptions({ queryKey: ['roles', account_id, 'choices'], queryFn: () => listRoleChoices(db, account_id) }),
  courses: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['courses', account_id, 'choices'],
      queryFn: () => listCourseChoices(db, account_id),
    }),
  currency: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['options', account_id, 'currency'],
      queryFn: () => getCurrency(db, account_id),
      staleTime: 6_000_000,
    }),
};
