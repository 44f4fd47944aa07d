import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/fields/choice.tsx';
import { ColorField } from '#ui/fields/color-field.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import type { SiteLook } from '../data.ts';
import { hexOf } from './theme-contrast.ts';
import { useSaveOption } from './use-option.ts';

type Notices = SiteLook['settings']['notices'];

const DEFAULT_BACKGROUND = '#f4b942';

/** Form for the scheduled header notice and the footer notice. */
export function NoticeForm({ notices, onDraft }: { notices: Notices; onDraft: (notices: Notices) => void }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('settings');
  const names = Object.keys(notices) as (keyof Notices)[];
  const draft = useDraft<Notices>({
    saved: notices,
    labels: Object.fromEntries(names.map((name) => [name, t(`fields.${name}`)])),
    validate: (values) => ({
      header_notice_expire:
        values.header_notice_start &&
        values.header_notice_expire &&
        values.header_notice_expire <= values.header_notice_start
          ? t('problems.expire')
          : undefined,
    }),
  });
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  const submit = async () => {
    if (draft.check() && (await save({ notices: values }))) draft.accept();
  };
  const backgroundField = (name: 'header_notice_bg' | 'footer_notice_bg') => (
    <div className="grid gap-3">
      <Switch
        isAtEnd
        isSelected={values[name] !== ''}
        onChange={(isOwn) => draft.set(name, isOwn ? DEFAULT_BACKGROUND : '')}
      >
        {t('site.noticeGround')}
      </Switch>
      {values[name] ? (
        <ColorField
          label={t(`fields.${name}`)}
          description={t('site.noticeInk')}
          value={hexOf(values[name])}
          onChange={(hex) => draft.set(name, hex)}
        />
      ) : null}
    </div>
  );
  return (
    <Form label={t('site.notices')} onSubmit={() => void submit()}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('site.headerNotice')} sentence={t('site.noticeHelp')}>
        <Switch isAtEnd {...draft.toggle('enable_header_notice')}>
          {t('fields.enable_header_notice')}
        </Switch>
        <TextArea label={t('fields.header_notice')} rows={2} maxLength={400} {...draft.field('header_notice')} />
        {backgroundField('header_notice_bg')}
        <DateField
          label={t('fields.header_notice_start')}
          isOptional
          hasTime
          value={toWallClock(values.header_notice_start)}
          onChange={(value) => draft.set('header_notice_start', fromWallClock(value))}
        />
        <DateField
          label={t('fields.header_notice_expire')}
          isOptional
          hasTime
          value={toWallClock(values.header_notice_expire)}
          errorMessage={draft.errors.header_notice_expire}
          onChange={(value) => draft.set('header_notice_expire', fromWallClock(value))}
        />
      </Section>
      <Section className="grid gap-4" title={t('site.footerNotice')}>
        <Switch isAtEnd {...draft.toggle('enable_footer_notice')}>
          {t('fields.enable_footer_notice')}
        </Switch>
        <TextArea label={t('fields.footer_notice')} rows={2} maxLength={400} {...draft.field('footer_notice')} />
        {backgroundField('footer_notice_bg')}
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

/** Converts a stored timestamp to the reader's local date and time, and back. */
function toWallClock(moment: string | null): string | null {
  if (!moment) return null;
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fromWallClock(value: string | null): string | null {
  return value ? new Date(value).toISOString() : null;
}
