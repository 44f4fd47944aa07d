import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { SavedCart } from '../components/saved-cart.tsx';

export const handle: RouteHandle = { isPublic: true, queryKeys: ['cart', 'stop'] };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get('cart') ?? '';
  if (!UUID.test(token)) throw new Response(null, { status: 404 });
  return { token, isStop: query.has('stop') };
}

/** Landing page of the mailed reminder of a cart. */
export default function SavedCartScreen() {
  const { t } = useTranslation('carts');
  const props = useLoaderData<typeof loader>();
  return (
    <main id="content" className="band">
      <title>{t(props.isStop ? 'saved.asking.title' : 'saved.opening.title')}</title>
      <meta name="robots" content="noindex" />
      <Island
        name="saved-cart"
        className="wide grid max-w-xl grid-cols-1 justify-items-start gap-8"
        component={SavedCart}
        props={props}
        // A press is replayed; what puts the cart back waits for none.
        when={props.isStop ? 'interaction' : 'visible'}
        strings={['carts']}
      />
    </main>
  );
}
