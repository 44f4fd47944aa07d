import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, test } from 'vitest';
import { type LoginOptions, SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { AcceptInvitationForm } from '#features/platform/members/components/accept-invitation-form.tsx';
import { LoginForm } from '#features/platform/members/components/login-form.tsx';
import { SignUpForm } from '#features/platform/members/components/sign-up-form.tsx';
import type { FieldType, MemberField } from '#features/platform/members/fields/rules.ts';
import type { MailedInvitation } from '#features/platform/members/invitations/data.ts';
import { createTranslations } from '../i18n/translations.ts';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: '', anon_key: '' },
  assets: { site_script: '' },
};

/** What the server sends of it, before any script has come. */
const sent = (form: ReactElement) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <SiteProvider site={site}>{form}</SiteProvider>
    </I18nextProvider>,
  );

const nothing: LoginOptions = { terms: '', privacy: '', hasMagicLink: false, hasPhone: false };
let doors = nothing;

const asks = (type: FieldType, is_required = false): MemberField => ({
  id: `of-${type}`,
  label: `A ${type}`,
  hint: '',
  type,
  options: ['Film', 'Paper'],
  is_required,
  on_sign_up: true,
  visibility: 'staff',
  position: 0,
});
const signUp = (...asked: MemberField[]) =>
  sent(<SignUpForm site="Lumen" signUpFields={asked} countries={[{ id: 'MT', label: 'Malta' }]} doors={doors} />);

describe('a door as the server sends it', () => {
  test('can be typed into at once, keeps passwords out of the address, and has a label on every field', () => {
    for (const html of [
      sent(<LoginForm site="Lumen" doors={doors} />),
      signUp(asks('text'), asks('choice'), asks('long_text')),
    ]) {
      expect(html).toMatch(/<form\b[^>]*method="post"/);
      expect(html).not.toMatch(/\bdisabled=|\breadonly=|\bvalue="[^"]*"[^>]*type="password"/i);
      const fields = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
      expect(fields.length).toBeGreaterThan(1);
      for (const id of fields) expect(html).toContain(`<label class="field-label" for="${id}">`);
    }
  });

  test('tells password managers what is asked, on signing in and on signing up', () => {
    expect(sent(<LoginForm site="Lumen" doors={doors} />)).toMatch(
      /autoComplete="username"[\s\S]*autoComplete="current-password"/,
    );
    expect(signUp()).toMatch(/autoComplete="username"[\s\S]*autoComplete="new-password"/);
  });

  test('does not hold back the links that lead elsewhere', () => {
    const links = [...`${sent(<LoginForm site="Lumen" doors={doors} />)}${signUp()}`.matchAll(/<a\b[^>]*>/g)].map(
      ([link]) => link,
    );
    expect(links).toHaveLength(3);
    for (const link of links) expect(link).toContain('data-onward=""');
  });
});

test('a question of the owner’s says its language where that is another than the page’s', () => {
  const door = (language: string) =>
    sent(<SignUpForm site="Lumen" signUpFields={[asks('choice')]} countries={[]} doors={doors} language={language} />);
  expect(door('de')).toContain('><bdi lang="de">A choice</bdi><');
  expect(door('de')).toContain('<option value="Film" lang="de">Film</option>');
  expect(door('en')).toContain('>A choice<');
});

describe('what the owner decided of the doors', () => {
  const isShown = (html: string, text: string) => html.includes(text);

  test.each<[string, Partial<LoginOptions>, { tick: boolean; terms: boolean; privacy: boolean; link: boolean }]>([
    ['nothing', {}, { tick: false, terms: false, privacy: false, link: false }],
    ['terms', { terms: '/terms' }, { tick: true, terms: true, privacy: false, link: false }],
    ['a privacy notice', { privacy: '/privacy' }, { tick: false, terms: false, privacy: true, link: false }],
    ['both', { terms: '/terms', privacy: '/privacy' }, { tick: true, terms: true, privacy: true, link: false }],
    ['links by mail', { hasMagicLink: true }, { tick: false, terms: false, privacy: false, link: true }],
  ])('%s: what stands at sign-up and sign-in', (_, chosen, { tick, terms, privacy, link }) => {
    doors = { ...nothing, ...chosen };
    const invitation: MailedInvitation = {
      state: 'open',
      email: 'a@b.test',
      name: 'A',
      role: { name: 'Student', kind: 'student' },
    };
    for (const html of [
      signUp(),
      sent(<AcceptInvitationForm site="Lumen" code="c" invitation={invitation} documents={doors} />),
    ]) {
      expect(
        /<input\b[^>]*type="checkbox"[^>]*required/.test(html) ||
          /<input\b[^>]*required[^>]*type="checkbox"/.test(html),
      ).toBe(tick);
      expect(isShown(html, 'href="/terms"')).toBe(terms);
      expect(isShown(html, 'href="/privacy"')).toBe(privacy);
    }
    expect(isShown(signUp(), 'Sign up without a password')).toBe(link);
    expect(isShown(sent(<LoginForm site="Lumen" doors={doors} />), 'Sign in without a password')).toBe(link);
    doors = nothing;
  });
});

test('a site that takes phone numbers asks for an address or a number in one field, any other for an address alone', () => {
  const doorsOf = (hasPhone: boolean) => {
    doors = { ...nothing, hasPhone };
    const html = [sent(<LoginForm site="Lumen" doors={doors} />), signUp()];
    doors = nothing;
    return html;
  };
  for (const html of doorsOf(true)) {
    expect(html).toMatch(/E-mail or phone number<\/label>.*<input\b[^>]*type="text"/);
    expect(html).toContain('A number needs its country code');
    expect(html).not.toContain('type="email"');
  }
  for (const html of doorsOf(false)) {
    expect(html).toMatch(/<input\b[^>]*type="email"/);
    expect(html).not.toContain('phone');
  }
});

describe('what a site asks at sign-up', () => {
  test.each<[FieldType, RegExp]>([
    ['text', /<input\b[^>]*maxLength="200"[^>]*name="of-text"/],
    ['long_text', /<textarea\b[^>]*name="of-long_text"[^>]*maxLength="2000"/],
    ['number', /<input\b[^>]*inputMode="decimal"/],
    ['link', /<input\b[^>]*inputMode="url"[^>]*dir="ltr"/],
    ['date', /<input\b[^>]*type="date"/],
    ['choice', /<select\b[^>]*name="of-choice"[\s\S]*<option value="">[\s\S]*<option value="Paper">Paper/],
    ['yes_no', /<select\b[^>]*name="of-yes_no"[\s\S]*<option value="true">Yes/],
    ['country', /<select\b[^>]*name="of-country"[\s\S]*<option value="MT">Malta/],
  ])('%s is a plain input', (type, input) => {
    const html = signUp(asks(type));
    expect(html).toMatch(new RegExp(`<label class="field-label" for="[^"]+">A ${type}<span`));
    expect(html.replace(/name="(?:name|email|password)"/g, '')).toMatch(input);
  });

  test('is marked where it may be left out, and required where it may not', () => {
    expect(signUp(asks('text'))).toContain('optional');
    const required = signUp(asks('text', true));
    expect(required).not.toContain('optional');
    expect(required.match(/required=""/g)).toHaveLength(4);
  });
});

describe('an invitation', () => {
  const invitation: MailedInvitation = {
    email: 'ines@example.com',
    name: 'Ines',
    role: { name: 'Student', kind: 'student' },
    state: 'open',
  };
  const invitationForm = (invitation: MailedInvitation | null) =>
    sent(<AcceptInvitationForm site="Lumen" code="c" invitation={invitation} documents={doors} />);

  test('asks for name and password, and keeps the address it was mailed to', () => {
    const html = invitationForm(invitation);
    expect(html).toMatch(/<input\b[^>]*autoComplete="username"[^>]*readOnly=""[^>]*value="ines@example.com"/);
    expect(html).toMatch(/<input\b[^>]*name="name"[^>]*value="Ines"/);
    expect(html).toMatch(/<input\b[^>]*type="password"/);
  });

  test.each([
    ['nobody was mailed', null],
    ['too old', { ...invitation, state: 'expired' as const }],
    ['used', { ...invitation, state: 'accepted' as const }],
  ])('that is good for nothing (%s) says so and asks for nothing', (_, unusable) => {
    expect(invitationForm(unusable)).not.toContain('<form');
    expect(invitationForm(unusable)).toContain('href="/login"');
  });
});
