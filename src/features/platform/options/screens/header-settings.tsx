import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderForm } from '../components/header-form.tsx';
import { MenuForm, type MenuName } from '../components/menu-form.tsx';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import type { SiteOptions } from '../data.ts';

export default function HeaderSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('header.title')} description={t('header.sentence')}>
      {(options) => <Header look={options} />}
    </SiteSettingsFrame>
  );
}

function Header({ look: options }: { look: SiteOptions }) {
  const [menus, setMenus] = useState(options.menus);
  const [header, setHeader] = useState(options.header);
  const [menu, setMenu] = useState<MenuName>('header');
  return (
    <div className="grid gap-8">
      <SitePreview
        isCompact
        draft={{ menus, header }}
        width={menu === 'mobile' ? 'phone' : 'desk'}
        opensDrawer={menu === 'mobile'}
      />
      <MenuForm menus={options.menus} menu={menu} onMenuChange={setMenu} onDraft={setMenus} />
      <HeaderForm header={options.header} onDraft={setHeader} />
    </div>
  );
}
