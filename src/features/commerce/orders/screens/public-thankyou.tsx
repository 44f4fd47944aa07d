import { useTranslation } from 'react-i18next';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { OrderReceipt } from '../components/order-receipt.tsx';

// The page is the same for everybody and cached: the browser reads which order it is for, and who may be thanked.
export const handle: RouteHandle = { isPublic: true };

export default function ThankYouScreen() {
  const { t } = useTranslation('orders');
  return (
    <main id="content" className="band">
      <title>{t('thanks.yourOrder')}</title>
      <meta name="robots" content="noindex" />
      {/* Right below `main`: the font sent with the page has all letters then, for a heading of any outcome. */}
      <Island
        name="order-receipt"
        className="wide grid max-w-xl grid-cols-1 gap-8"
        component={OrderReceipt}
        props={{}}
        when="visible"
        strings={['orders', 'payments']}
        forSessions
      />
    </main>
  );
}
