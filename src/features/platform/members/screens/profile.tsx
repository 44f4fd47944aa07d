import { useTranslation } from 'react-i18next';
import { type OwnMember, useMembership } from '#base/browser/member.ts';
import { useSession } from '#base/browser/session.ts';
import { sessionClaimsOf } from '#base/browser/session-claims.ts';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { AvatarEditor } from '../components/avatar-editor.tsx';
import { CardForm } from '../components/card-form.tsx';
import { ConnectedAccounts } from '../components/connected-accounts.tsx';
import { EmailForm } from '../components/email-form.tsx';
import { FactorList } from '../components/factor-list.tsx';
import { FamilySection } from '../components/family-section.tsx';
import { ImpersonationSwitch } from '../components/impersonation-switch.tsx';
import { LanguageChoice } from '../components/language-choice.tsx';
import { AnswersForm } from '../components/member-fields-form.tsx';
import { OwnData } from '../components/own-data.tsx';
import { PasskeyList } from '../components/passkey-list.tsx';
import { PasswordForm } from '../components/password-form.tsx';
import { PhoneSection } from '../components/phone-section.tsx';
import { SessionList } from '../components/session-list.tsx';
import { ShortcutChoice } from '../components/shortcut-choice.tsx';
import { TimeZoneChoice } from '../components/time-zone-choice.tsx';
import { AddressProof } from '../components/verify-address.tsx';

/** The user's profile and settings. On the platform's host users have no member row, only the sign-in settings. */
export default function Profile() {
  const { t } = useTranslation('members');
  const { member } = useMembership();
  const { isImpersonated: isActed } = sessionClaimsOf(useSession().session?.access_token);
  return (
    <main id="content" className="page max-w-3xl">
      <PageHeader title={t('profile.title')} sentence={t(member ? 'profile.sentence' : 'profile.platformSentence')} />
      {member ? (
        <>
          <Section title={t('profile.picture')} sentence={t('profile.pictureText')}>
            <AvatarEditor member={member} />
          </Section>
          <Section title={t('profile.card')} sentence={t('profile.cardText')}>
            <CardForm member={member} />
          </Section>
          <Section title={t('fields.profile')} sentence={t('fields.profileText')}>
            <AnswersForm member={member} />
          </Section>
        </>
      ) : null}
      <Section title={t('profile.language')}>
        <div className="grid gap-4">
          <LanguageChoice />
          {member ? <TimeZoneChoice member={member} /> : null}
        </div>
      </Section>
      <Section title={t('shortcuts.title')} sentence={t('shortcuts.text')}>
        <ShortcutChoice />
      </Section>
      {isActed ? (
        <EmptyState title={t('act.theirs')} drawing="house">
          {t('act.theirsText')}
        </EmptyState>
      ) : (
        <OwnDecisions member={member} />
      )}
    </main>
  );
}

/** Sign-in, family and data settings; hidden during an impersonation. */
function OwnDecisions({ member }: { member: OwnMember | null }) {
  const { t } = useTranslation('members');
  return (
    <>
      <Section title={t('profile.email')} sentence={t('profile.emailText')}>
        <div className="grid gap-6">
          <AddressProof />
          <EmailForm />
        </div>
      </Section>
      <PhoneSection />
      <Section title={t('profile.password')}>
        <PasswordForm />
      </Section>
      <Section anchor="second-step" title={t('second.title')} sentence={t('second.text')}>
        <FactorList />
      </Section>
      <Section title={t('passkey.title')} sentence={t('passkey.text')}>
        <PasskeyList />
      </Section>
      <ConnectedAccounts />
      <Section title={t('profile.sessions')} sentence={t(member ? 'profile.sessionsHere' : 'profile.sessionsText')}>
        <SessionList />
      </Section>
      {member ? (
        <Section title={t('family.title')} sentence={t('family.text')}>
          <FamilySection member={member} />
        </Section>
      ) : null}
      {member ? (
        <Section title={t('profile.act')}>
          <ImpersonationSwitch member={member} />
        </Section>
      ) : null}
      <Section title={t('profile.ownData')} sentence={t('profile.ownDataText')}>
        <OwnData member={member} />
      </Section>
    </>
  );
}
