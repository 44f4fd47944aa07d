import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { useCart } from '../../components/cart-store.ts';
import { orderLineOf } from '../../offers/rules.ts';
import { forgetCart, saveCart } from './cart-calls.ts';

/** So long nothing is typed or changed before the cart is sent. */
const PAUSE_MS = 800;

/** Offers one reminder of the cart by e-mail. Ticked, the cart is kept as it is now and after each change; unticked, forgotten. */
export function CartReminder({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const { session } = useSession();
  const cart = useCart();
  const [isTicked, setTicked] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [typed, setTyped] = useState({ email: '', name: '' });
  const email = session?.user.email ?? typed.email;

  useEffect(() => {
    const element = form.current;
    const read = () => {
      if (!element) return;
      const values = new FormData(element);
      const next = { email: String(values.get('email') ?? '').trim(), name: String(values.get('name') ?? '').trim() };
      setTyped((before) => (before.email === next.email && before.name === next.name ? before : next));
    };
    read();
    element?.addEventListener('input', read);
    return () => element?.removeEventListener('input', read);
  }, [form]);

  useEffect(() => {
    const { cartItems, coupon } = cart;
    if (!isTicked || cartItems.length === 0 || !/^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(email)) return;
    const timer = setTimeout(() => {
      const request = {
        items: cartItems.map(orderLineOf),
        coupon: coupon?.name ?? null,
        currency: cartItems[0]?.currency,
        email,
        name: typed.name,
        locale,
      };
      // A cart that can't be kept now is kept with the next change.
      saveCart(request, session?.access_token).then(setToken, () => {});
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTicked, cart, email, typed.name, locale, session?.access_token]);

  function tick(isOn: boolean) {
    setTicked(isOn);
    if (isOn || !token) return;
    setToken(null);
    forgetCart(token).catch(() => {});
  }
  return (
    <label className="site-choice">
      <input type="checkbox" checked={isTicked} onChange={(event) => tick(event.target.checked)} />
      <span>{t('cart.remind')}</span>
    </label>
  );
}
