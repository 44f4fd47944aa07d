/**
 * Writes how many things are in the cart beside the cart button, before any island is awake: small enough for the
 * script of public pages. The number stands in every element that has `data-cart-count`.
 */
export function showCartCount(): void {
  const write = () => {
    const count = countOf(localStorage.getItem('cart'));
    for (const place of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      place.hidden = count === 0;
      place.textContent = count > 99 ? '99+' : String(count);
    }
  };
  write();
  window.addEventListener('storage', write);
  window.addEventListener('stoa:cart', write);
}

function countOf(stored: string | null): number {
  try {
    const items = (JSON.parse(stored ?? '{}') as { cartItems?: { quantity?: number }[] }).cartItems ?? [];
    return items.reduce((sum, item) => sum + (Number(item.quantity) || 0), 0);
  } catch {
    return 0;
  }
}
