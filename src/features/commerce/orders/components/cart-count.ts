/**
 * Writes the item count next to the cart button before any island is hydrated: small enough for the
 * script of public pages. Writes to every element with `data-cart-count`.
 */
export function showCartCount(): void {
  const update = () => {
    const count = countOf(localStorage.getItem('cart'));
    for (const element of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      element.hidden = count === 0;
      element.textContent = count > 99 ? '99+' : String(count);
    }
  };
  update();
  window.addEventListener('storage', update);
  window.addEventListener('stoa:cart', update);
}

function countOf(stored: string | null): number {
  try {
    const items = (JSON.parse(stored ?? '{}') as { cartItems?: { quantity?: number }[] }).cartItems ?? [];
    return items.reduce((sum, item) => sum + (Number(item.quantity) || 0), 0);
  } catch {
    return 0;
  }
}
