import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { countryOptions } from '#base/shared/countries.ts';
import { Note } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, type FieldErrors, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { SiteForm } from '../components/site-form.tsx';
import { FieldRows } from './field-rows.tsx';
import type { FormValues } from './form-draft.ts';

type WorkspaceProps = { formId: string; saved: FormValues; onSave: (values: FormValues) => Promise<void> };

/** Form editor with a live preview beside it. */
export function FormWorkspace({ formId, saved, onSave }: WorkspaceProps) {
  const { t } = useTranslation('forms');
  const { locale } = useSite();
  const countries = useMemo(() => countryOptions(locale), [locale]);
  const draft = useFormDraft(saved);
  const { values } = draft;
  const {
    save: submit,
    isSaving,
    problem,
  } = useSave(() => onSave(values), {
    form: draft,
    onSaved: () => draft.accept(),
    done: t('editor.saved', { name: values.name.trim() }),
  });
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      {/* Outside the form below: the field panel has a form of its own, whose submit must not save this one. */}
      <div className="grid gap-6">
        <FieldRows fields={values.fields} onChange={(fields) => draft.set('fields', fields)} />
        <Form label={t('editor.save')} problem={problem} onSubmit={() => void submit()} className="gap-6">
          <WordsCard draft={draft} />
          <AfterCard draft={draft} />
          <SaveBar changed={draft.changed} isSaving={isSaving} saveLabel={t('editor.save')} onDiscard={draft.discard} />
          <UnsavedGuard changed={draft.changed} />
        </Form>
      </div>
      <Card title={t('editor.preview')} sentence={t('editor.previewHelp')}>
        <SiteForm
          // A changed field is remounted, which resets what was typed into the preview.
          key={JSON.stringify(values.fields)}
          form={{ ...values, id: formId, name: t('editor.preview') }}
          isLine={false}
          countries={countries}
          isTrial
        />
      </Card>
    </div>
  );
}

function useFormDraft(saved: FormValues): Draft<FormValues> {
  const { t } = useTranslation('forms');
  const validate = (values: FormValues): FieldErrors<FormValues> => ({
    name: values.name.trim() ? undefined : t('editor.nameMissing'),
    redirect: /^(?:\/(?![/\\])|https:\/\/|$)/.test(values.redirect.trim()) ? undefined : t('editor.redirectWrong'),
    small_print: needsWords(values) ? t('editor.smallPrintMissing') : undefined,
  });
  const labels = {
    name: t('editor.name'),
    isOpen: t('editor.status'),
    fields: t('editor.fields'),
    submit_label: t('editor.submitLabel'),
    small_print: t('editor.smallPrint'),
    thank_you: t('editor.thankYou'),
    redirect: t('editor.redirect'),
    subscribes: t('editor.subscribes'),
    asks_once: t('editor.asksOnce'),
    tags: t('editor.tags'),
    notifies: t('editor.notifies'),
    refuses_throwaway: t('editor.throwaway'),
  };
  return useDraft<FormValues>({ saved, validate, labels });
}

/** A newsletter form without a consent box: its small print is the consent text. */
function needsWords({ subscribes, fields, small_print }: FormValues): boolean {
  const hasBox = fields.some(({ type, isNewsletter }) => type === 'consent' && isNewsletter);
  return subscribes && !hasBox && small_print.trim() === '';
}

/** The name of the form and what it says. */
function WordsCard({ draft }: { draft: Draft<FormValues> }) {
  const { t } = useTranslation('forms');
  return (
    <Card title={t('editor.words')}>
      <div className="form">
        <TextField
          label={t('editor.name')}
          description={t('editor.nameHelp')}
          maxLength={120}
          {...draft.field('name')}
        />
        <TextField
          label={t('editor.submitLabel')}
          placeholder={t('site.send')}
          maxLength={60}
          isOptional
          {...draft.field('submit_label')}
        />
        <TextArea
          label={t('editor.smallPrint')}
          description={t('editor.smallPrintHelp')}
          maxLength={1_000}
          {...draft.field('small_print')}
        />
        <TextArea
          label={t('editor.thankYou')}
          placeholder={t('site.thanks')}
          maxLength={2_000}
          isOptional
          {...draft.field('thank_you')}
        />
        <TextField
          label={t('editor.redirect')}
          description={t('editor.redirectHelp')}
          maxLength={500}
          dir="ltr"
          isOptional
          {...draft.field('redirect')}
        />
      </div>
    </Card>
  );
}

/** What follows from an answer. */
function AfterCard({ draft }: { draft: Draft<FormValues> }) {
  const { t } = useTranslation('forms');
  const { values } = draft;
  const lacksEmail = values.subscribes && !values.fields.some((field) => field.type === 'email' && field.isRequired);
  return (
    <Card title={t('editor.after')}>
      <div className="form">
        <Switch isAtEnd description={t('editor.statusHelp')} {...draft.toggle('isOpen')}>
          {t('editor.status')}
        </Switch>
        <Switch isAtEnd description={t('editor.subscribesHelp')} {...draft.toggle('subscribes')}>
          {t('editor.subscribes')}
        </Switch>
        {lacksEmail ? <Note tone="warning">{t('editor.subscribesEmail')}</Note> : null}
        <Switch isAtEnd description={t('editor.asksOnceHelp')} {...draft.toggle('asks_once')}>
          {t('editor.asksOnce')}
        </Switch>
        <Switch isAtEnd description={t('editor.notifiesHelp')} {...draft.toggle('notifies')}>
          {t('editor.notifies')}
        </Switch>
        <Switch isAtEnd {...draft.toggle('refuses_throwaway')}>
          {t('editor.throwaway')}
        </Switch>
        <TextField
          label={t('editor.tags')}
          description={t('editor.tagsHelp')}
          maxLength={800}
          isOptional
          {...draft.field('tags')}
        />
      </div>
    </Card>
  );
}
