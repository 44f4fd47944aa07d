import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteBranding } from '#base/browser/site.tsx';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { AcceptInvitationForm } from '../components/accept-invitation-form.tsx';
import { authTexts } from '../components/auth-card.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { readInvitation } from '../invitations/data.ts';

/** The code in the URL is the permission. */
export const handle: RouteHandle = { isPublic: true, isBare: true, isSecret: true };

const MAX_CODE_LENGTH = 200;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = (new URL(request.url).searchParams.get('code') ?? '').slice(0, MAX_CODE_LENGTH);
  const { account } = context.get(siteContext);
  return { code, invitation: code ? await readInvitation(context.get(dbContext), account.account_id, code) : null };
}

export default function Invitation() {
  const { t } = useTranslation('members');
  const { title: site, doors: documents } = useSiteBranding();
  const loaded = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t(loaded.invitation?.state === 'open' ? 'invitation.title' : 'invitation.closedTitle', { site })}>
      <Island
        name="invitation"
        component={AcceptInvitationForm}
        props={{ site, documents, ...loaded }}
        when="interaction"
        isKeen
        strings={authTexts}
      />
    </AuthFrame>
  );
}
