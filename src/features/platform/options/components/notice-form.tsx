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
import type { SiteOptions } from '../data.ts';
import { hexOf } from './theme-contrast.ts';
import { useSaveOption } from './use-option.ts';

type Notices = SiteOptions['settings']['notices'];

const DEFAULT_BACKGROUND = '#f4b942';

/** Form for the scheduled header notice and the footer notice. */
export function NoticeForm({ notices, onDraft }: { notices: Notices; onDraft: (notices: Notices) => void }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('settings');
  const draft = useNoticeDraft(notices);
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  const submit = async () => {
    if (draft.check() && (await save({ notices: values }))) draft.accept();
  };
  return (
    <Form label={t('site.notices')} onSubmit={() => void submit()}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('site.headerNotice')} sentence={t('site.noticeHelp')}>
        <Switch isAtEnd {...draft.toggle('enable_header_notice')}>
          {t('fields.enable_header_notice')}
        </Switch>
        <TextArea label={t('fields.header_notice')} rows={2} maxLength={400} {...draft.field('header_notice')} />
        <BackgroundField draft={draft} name="header_notice_bg" />
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
        <BackgroundField draft={draft} name="footer_notice_bg" />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

function useNoticeDraft(notices: Notices) {
  const { t } = useTranslation('options');
  const names = Object.keys(notices) as (keyof Notices)[];
  return useDraft<Notices>({
    saved: notices,
    labels: Object.fromEntries(names.map((name) => [name, t(`fields.${name}`)])),
    validate: ({ header_notice_start: start, header_notice_expire: expire }) => ({
      header_notice_expire: start && expire && expire <= start ? t('problems.expire') : undefined,
    }),
  });
}

/** The background of a notice: the theme's, or its own. */
function BackgroundField({
  draft: { values, set },
  name,
}: {
  draft: ReturnType<typeof useNoticeDraft>;
  name: 'header_notice_bg' | 'footer_notice_bg';
}) {
  const { t } = useTranslation('options');
  return (
    <div className="grid gap-3">
      <Switch isAtEnd isSelected={values[name] !== ''} onChange={(isOwn) => set(name, isOwn ? DEFAULT_BACKGROUND : '')}>
        {t('site.noticeGround')}
      </Switch>
      {values[name] ? (
        <ColorField
          label={t(`fields.${name}`)}
          description={t('site.noticeInk')}
          value={hexOf(values[name])}
          onChange={(hex) => set(name, hex)}
        />
      ) : null}
    </div>
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
