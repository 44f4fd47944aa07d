import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dbOf } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { listProductsOnSale } from '#features/commerce/products/data.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import { cartItemOf } from '../components/add-to-cart-button.tsx';
import { cartStore, useCart } from '../components/cart-store.ts';
import type { CartItem } from '../schema.ts';

export type CartNews = { hasNewPrices: boolean; gone: string[] };

/** The cart's lines as they are sold today, and what changed since they were put in. */
export function renewed(
  items: readonly CartItem[],
  products: readonly Product[],
  currency: string,
): { items: CartItem[]; news: CartNews } {
  const news: CartNews = { hasNewPrices: false, gone: [] };
  const lines = items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    const today = product && cartItemOf(product, currency);
    if (!today) {
      news.gone.push(item.title);
      return [];
    }
    if (today.amount !== item.amount || today.currency !== item.currency) news.hasNewPrices = true;
    return [{ ...today, quantity: today.type === 'digital' ? item.quantity : 1 }];
  });
  return { items: lines, news };
}

/** Asks what the lines cost today as the checkout opens, and keeps the cart at that. */
export function useFreshCart(currency: string): { isFresh: boolean; news: CartNews } {
  const site = useSite();
  const account = useAccount();
  const cart = useCart();
  const [news, setNews] = useState<CartNews>({ hasNewPrices: false, gone: [] });
  const ids = cart.cartItems.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['products', account.account_id, 'sale', [...ids].sort()],
    queryFn: async () => ({ ids, products: await listProductsOnSale(dbOf(site), account.account_id, ids) }),
    staleTime: 0,
    enabled: ids.length > 0,
  });
  useEffect(() => {
    const items = cartStore.read().cartItems;
    // What was put in after we asked is asked for by the next query.
    if (!data || !items.every(({ id }) => data.ids.includes(id))) return;
    const next = renewed(items, data.products, currency);
    if (JSON.stringify(next.items) !== JSON.stringify(items)) cartStore.replaceItems(next.items);
    if (next.news.hasNewPrices || next.news.gone.length > 0) setNews(next.news);
  }, [data, currency]);
  return { isFresh: ids.length === 0 || data !== undefined, news };
}
