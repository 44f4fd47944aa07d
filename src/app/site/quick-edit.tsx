import { Palette, PanelBottom, PanelTop, PencilLine, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { editAddress } from './quick-edit-target.ts';

/** The bar for managers of a site: links from a page to its editor. */
export function QuickEdit() {
  const { t } = useTranslation('site');
  const isManager = useCan('manage_options');
  const { account_id, is_platform } = useAccount();
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle');
  if (!isManager) return null;

  const clear = async () => {
    setState('busy');
    const query = new URLSearchParams({ site: account_id, path: location.pathname.slice(1) });
    const response = await fetch(`${paths.revalidateCache()}?${query}`).catch(() => null);
    if (!response?.ok) return setState('failed');
    setState('done');
    setTimeout(() => location.reload(), 600);
  };
  const edit = editAddress(location.pathname);
  const links = [
    ...(edit ? [{ href: edit, icon: PencilLine, label: t('quickEdit.page') }] : []),
    // The platform's own site has its look from the code.
    ...(is_platform
      ? []
      : [
          { href: paths.theme(), icon: Palette, label: t('quickEdit.theme') },
          { href: paths.header(), icon: PanelTop, label: t('quickEdit.header') },
          { href: paths.footer(), icon: PanelBottom, label: t('quickEdit.footer') },
        ]),
  ];
  return (
    <aside className="quick-edit" aria-label={t('quickEdit.label')}>
      <button type="button" className="quick-edit-item" disabled={state === 'busy'} onClick={() => void clear()}>
        <RefreshCw aria-hidden="true" size={16} />
        <span>{t('quickEdit.clear')}</span>
      </button>
      {links.map(({ href, icon: Icon, label }) => (
        <a key={href} className="quick-edit-item" href={href}>
          <Icon aria-hidden="true" size={16} />
          <span>{label}</span>
        </a>
      ))}
      <p className="vh" role="status">
        {state === 'done' ? t('quickEdit.cleared') : state === 'failed' ? t('quickEdit.failed') : ''}
      </p>
    </aside>
  );
}
