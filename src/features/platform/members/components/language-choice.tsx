import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { locales } from '#base/shared/locales.ts';
import { Select } from '#ui/fields/select.tsx';

const YEAR = 31_536_000;

/** The user's language: stored with the member for mails and in a cookie for pages. */
export function LanguageChoice() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { locale } = useSite();
  async function choose(code: string) {
    if (code === locale) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page; cookieStore is not in every browser
    document.cookie = `lang=${code}; path=/; max-age=${YEAR}; samesite=lax`;
    await db.auth.updateUser({ data: { locale: code } });
    location.reload();
  }
  return (
    <Select
      className="max-w-xs"
      label={t('profile.language')}
      value={locale}
      onChange={(code) => void choose(code)}
      options={locales.map(({ code, name }) => ({ id: code, label: name }))}
    />
  );
}
