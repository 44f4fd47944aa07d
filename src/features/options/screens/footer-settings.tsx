import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/save-bar.tsx';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { LinkRows } from '../components/link-rows.tsx';
import { ScriptsForm } from '../components/scripts-form.tsx';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';

const MOST_COLUMNS = 6;
type Column = SiteLook['footer']['footer_columns'][number];

export default function FooterSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('footer.title')} sentence={t('footer.sentence')}>
      {(look) => <Footer look={look} />}
    </SiteSettingsFrame>
  );
}

function Footer({ look }: { look: SiteLook }) {
  const [footer, setFooter] = useState(look.footer);
  return (
    <div className="grid gap-8">
      <SitePreview isLow end="bottom" draft={{ footer }} />
      <FooterForm footer={look.footer} onDraft={setFooter} />
      <ScriptsForm misc={look.misc} />
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
  const setColumn = (index: number, part: Partial<Column>) =>
    draft.set(
      'footer_columns',
      columns.map((column, at) => (at === index ? { ...column, ...part } : column)),
    );
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
      {columns.map((column, index) => (
        <Section
          className="grid gap-4"
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name of their own
          key={index}
          title={t('footer.column', { number: index + 1 })}
          actions={
            <Button
              size="sm"
              variant="quiet"
              icon={Trash2}
              onPress={() =>
                draft.set(
                  'footer_columns',
                  columns.filter((_, at) => at !== index),
                )
              }
            >
              {t('menu.removeColumn')}
            </Button>
          }
        >
          <TextField
            label={t('menu.columnTitle')}
            isOptional
            value={column.title}
            maxLength={80}
            onChange={(title) => setColumn(index, { title })}
          />
          <Select
            label={t('footer.kind')}
            options={(['links', 'text'] as const).map((id) => ({ id, label: t(`footer.kinds.${id}`) }))}
            value={column.type}
            onChange={(type) =>
              setColumn(index, type === 'text' ? { type: 'text', data: '' } : { type: 'links', data: [] })
            }
          />
          <NumberField
            label={t('footer.width')}
            description={t('footer.widthHelp')}
            hasSteps
            minValue={1}
            maxValue={12}
            value={column.width}
            onChange={(width) => setColumn(index, { width: Number.isFinite(width) ? width : 3 })}
          />
          {typeof column.data === 'string' ? (
            <TextArea
              label={t('footer.kinds.text')}
              rows={4}
              maxLength={2000}
              value={column.data}
              onChange={(data) => setColumn(index, { data })}
            />
          ) : (
            <LinkRows rows={column.data} most={20} onChange={(data) => setColumn(index, { data })} />
          )}
        </Section>
      ))}
      <div>
        <Button
          icon={Plus}
          isDisabled={columns.length >= MOST_COLUMNS}
          onPress={() => draft.set('footer_columns', [...columns, { title: '', type: 'links', width: 3, data: [] }])}
        >
          {t('menu.addColumn')}
        </Button>
      </div>
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
          most={12}
          onChange={(rows) => draft.set('footer_bottom_links', rows)}
        />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}
