import { useTranslation } from 'react-i18next';
import { useMembership } from '#base/browser/member.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Section } from '#ui/section.tsx';
import { AvatarEditor } from '../components/avatar-editor.tsx';
import { CardForm } from '../components/card-form.tsx';
import { EmailForm } from '../components/email-form.tsx';
import { LanguageChoice } from '../components/language-choice.tsx';
import { PasswordForm } from '../components/password-form.tsx';
import { SessionEnd } from '../components/session-end.tsx';

/** Everything a person decides about themselves. On the platform's host they have no card, only a way in. */
export default function Profile() {
  const { t } = useTranslation('members');
  const { member } = useMembership();
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
        </>
      ) : null}
      <Section title={t('profile.language')}>
        <LanguageChoice />
      </Section>
      <Section title={t('profile.email')} sentence={t('profile.emailText')}>
        <EmailForm />
      </Section>
      <Section title={t('profile.password')}>
        <PasswordForm />
      </Section>
      <Section title={t('profile.sessions')} sentence={t('profile.sessionsText')}>
        <SessionEnd />
      </Section>
    </main>
  );
}
