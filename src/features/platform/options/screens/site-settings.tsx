import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProviderList } from '#features/platform/members/components/provider-list.tsx';
import { NoticeForm } from '../components/notice-form.tsx';
import { SiteForm } from '../components/site-form.tsx';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import type { SiteOptions } from '../data.ts';

type Settings = SiteOptions['settings'];

export default function SiteSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('site.title')} description={t('site.sentence')}>
      {(options) => <Site settings={options.settings} />}
    </SiteSettingsFrame>
  );
}

function Site({ settings }: { settings: Settings }) {
  const [ownValues, setOwnValues] = useState<Partial<Settings>>({});
  const [notices, setNotices] = useState(settings.notices);
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <div className="grid content-start gap-8">
        <SiteForm settings={settings} onDraft={setOwnValues} />
        <ProviderList />
        <NoticeForm notices={settings.notices} onDraft={setNotices} />
      </div>
      <SitePreview
        className="xl:sticky xl:top-[calc(var(--stuck-h)+var(--s-4))] xl:self-start"
        draft={{ settings: { ...settings, ...ownValues, notices } }}
      />
    </div>
  );
}
