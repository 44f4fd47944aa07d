import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { LinkForm } from '#features/marketing/contacts/components/link-form.tsx';
import { paths } from '#paths';
import { Island } from '#ui/layout/island.tsx';
import { openForm } from '../data.ts';

export const handle: RouteHandle = { isPublic: true, queryKeys: ['token', 'leave', 'state', 'form'] };

const states = ['check', 'subscribed', 'unsubscribed', 'expired', 'invalid'] as const;
const TOKEN = /^[0-9a-f]{32}-[0-9a-f]{32}$/;

/** Chooses the content from the URL: a mailed link, a result, or a form's own thank-you text. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const token = query.get('token');
  const leave = query.get('leave');
  if (token !== null) return { state: TOKEN.test(token) ? 'confirm' : 'expired', token, words: '' };
  if (leave !== null) return { state: TOKEN.test(leave) ? 'leave' : 'expired', token: leave, words: '' };
  const state = states.find((name) => name === query.get('state')) ?? 'thanks';
  const { account } = context.get(siteContext);
  const form = await openForm(context.get(dbContext), account.account_id, query.get('form') ?? '');
  return { state, token: '', words: form?.thank_you ?? '' };
}

/** Landing page of forms and of subscription mails. */
export default function SubscribedScreen() {
  const { t } = useTranslation('contacts');
  const { state, token, words } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="band">
      <title>{t(`page.${state}.title`)}</title>
      <meta name="robots" content="noindex" />
      <div className="wide grid max-w-xl justify-items-start gap-8">
        <div className="grid gap-4">
          <h1 className="hd d-48">{t(`page.${state}.title`)}</h1>
          <p className="lead" dir="auto">
            {words || t(`page.${state}.text`)}
          </p>
        </div>
        {state === 'confirm' || state === 'leave' ? (
          <Island
            name="contact-link"
            component={LinkForm}
            props={{ token, what: state }}
            when="visible"
            strings={['contacts']}
          />
        ) : (
          <p>
            <a className="btn btn-line btn-lg" href={paths.home()}>
              {t('page.home')}
            </a>
          </p>
        )}
      </div>
    </main>
  );
}
