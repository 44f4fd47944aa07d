import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import ar from '#locales/ar/ui.json' with { type: 'json' };
import { Avatar } from './avatar.tsx';
import { FileConsent } from './file-consent.ts';

const face = { name: 'Amara Okafor', sources: ['/amara.jpg', '/other.jpg'] };
const i18n = createInstance({ lng: 'en', initAsync: false, resources: {} });
void i18n.init();
const render = (element: ReactNode) => renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);
const html = (props: Partial<Parameters<typeof Avatar>[0]>) => render(<Avatar {...face} {...props} />);

test.each([
  ['member', true, 'Amara Okafor</span>'],
  ['nameOnly', false, '>Amara Okafor</span>'],
  ['tooltip', true, '<button type="button" class="inline-flex rounded-full" aria-label="Amara Okafor"'],
  ['avatarOnly', true, 'role="img" aria-label="Amara Okafor"'],
] as const)('as %s it shows a picture: %s, and is named', (variant, hasPicture, words) => {
  const shown = html({ variant });
  expect(shown.includes('<img src="/amara.jpg" alt=""')).toBe(hasPicture);
  expect(shown).toContain(words);
});

test('who is here is named with the comma of the language', () => {
  const arabic = createInstance({
    lng: 'ar',
    ns: ['ui'],
    initAsync: false,
    resources: { ar: { ui: { person: { online: ar.person.online } } } },
  });
  void arabic.init();
  const shown = renderToStaticMarkup(
    <I18nextProvider i18n={arabic}>
      <Avatar {...face} variant="avatarOnly" isOnline />
    </I18nextProvider>,
  );
  expect(shown).toContain(`aria-label="Amara Okafor، ${ar.person.online}"`);
});

test('a face of another site waits where its visitor has agreed to none', () => {
  const waiting = render(
    <FileConsent value={() => false}>
      <Avatar {...face} />
    </FileConsent>,
  );
  expect(waiting).toContain(' data-later-src="/amara.jpg"');
  expect(waiting).not.toContain(' src=');
});

test('a member may have a second line, and nobody’s picture is the letters of the name', () => {
  expect(html({ note: 'amara@example.org' })).toMatch(/person-note[^>]*>amara@example\.org/);
  const bare = html({ sources: [] });
  expect(bare).toContain('data-initials="AO"');
  expect(bare).not.toContain('<img');
});
