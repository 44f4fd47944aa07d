import { useTranslation } from 'react-i18next';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
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
      <div className="wide grid max-w-xl grid-cols-1 gap-8">
        <Island
          name="order-receipt"
          component={OrderReceipt}
          props={{}}
          when="visible"
          strings={['orders']}
          forSessions
        />
        <p className="flex flex-wrap gap-3">
          <a className="btn btn-primary btn-lg" href={paths.orders()}>
            {t('thanks.orders')}
          </a>
          <a className="btn btn-line btn-lg" href={paths.courses()}>
            {t('thanks.more')}
          </a>
        </p>
      </div>
    </main>
  );
}
