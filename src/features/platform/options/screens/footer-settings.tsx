import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import { FooterColumns } from '../components/footer-columns.tsx';
import { LinkRows } from '../components/link-rows.tsx';
import { ScriptsForm } from '../components/scripts-form.tsx';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';

export default function FooterSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('footer.title')} description={t('footer.sentence')}>
      {(options) => <Footer look={options} />}
    </SiteSettingsFrame>
  );
}

function Footer({ look: options }: { look: SiteLook }) {
  const [footer, setFooter] = useState(options.footer);
  return (
    <div className="grid gap-8">
      <SitePreview isCompact edge="bottom" draft={{ footer }} />
      <FooterForm footer={options.footer} onDraft={setFooter} />
      <ScriptsForm misc={options.misc} />
    </div>
  );
}

function FooterForm({
  footer,
  onDraft,
}: {
  footer: SiteLook['footer'];
  onDraft: (footer: SiteLook['footer']) => void;
}) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('footer');
  const draft = useDraft({
    saved: { ...footer },
    labels: {
      footer_style: t('footer.style'),
      footer_columns: t('footer.columns'),
      footer_bottom: t('footer.bottom'),
      footer_bottom_links: t('footer.bottomLinks'),
    },
  });
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  const columns = values.footer_columns;
  return (
    <Form label={t('footer.title')} onSubmit={() => void save(values).then((isSaved) => isSaved && draft.accept())}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('footer.look')}>
        <Select
          label={t('footer.style')}
          options={(['ink', 'plain'] as const).map((id) => ({ id, label: t(`footer.styles.${id}`) }))}
          value={values.footer_style}
          onChange={(style) => draft.set('footer_style', style as typeof values.footer_style)}
        />
      </Section>
      <FooterColumns columns={columns} onChange={(changed) => draft.set('footer_columns', changed)} />
      <Section className="grid gap-4" title={t('footer.foot')}>
        <TextField
          label={t('footer.bottom')}
          isOptional
          value={values.footer_bottom}
          maxLength={200}
          onChange={(text) => draft.set('footer_bottom', text)}
        />
        <LinkRows
          rows={values.footer_bottom_links}
          max={12}
          onChange={(rows) => draft.set('footer_bottom_links', rows)}
        />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}
