import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { affiliateKey, joinProgramme } from '../data.ts';
import { affiliateCode } from '../rules.ts';
import type { Programme } from '../schema.ts';

/** Joins a programme, or applies to it. */
export function JoinPanel({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const { t } = useTranslation('affiliates');
  const id = useId();
  const isApplication = programme.admission === 'approval';
  const title = t(isApplication ? 'join.applyTo' : 'join.to', { title: programme.title });
  const { draft, save, isSaving, problem } = useJoining(programme, onClose);
  return (
    <SidePanel
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t(isApplication ? 'join.apply' : 'join.button')}
          </Button>
        </>
      }
    >
      <Form id={id} label={title} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('join.code')}
          description={t('join.codeHelp')}
          maxLength={40}
          autoComplete="off"
          dir="ltr"
          isOptional
          {...draft.field('code')}
        />
        <TextArea label={t('join.note')} maxLength={1_000} rows={3} isOptional dir="auto" {...draft.field('note')} />
        {programme.terms ? (
          <>
            <Terms terms={programme.terms} />
            <Checkbox {...draft.toggle('accepts')}>{t('join.accept')}</Checkbox>
            {draft.errors.accepts ? <p className="field-error">{draft.errors.accepts}</p> : null}
          </>
        ) : null}
      </Form>
    </SidePanel>
  );
}

function useJoining(programme: Programme, onSaved: () => void) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({
    saved: { code: '', note: '', accepts: false },
    validate: ({ code, accepts }) => ({
      code: code === '' || affiliateCode.test(code.trim()) ? undefined : t('join.codeWrong'),
      accepts: programme.terms && !accepts ? t('join.acceptMissing') : undefined,
    }),
  });
  const { save, isSaving, problem } = useSave(
    () => joinProgramme(db, programme.id, { ...draft.values, code: draft.values.code.trim() }),
    {
      form: draft,
      fields: { code_taken: 'code', programme_terms: 'accepts' },
      invalidates: [affiliateKey(account_id)],
      done: (state) => t(state === 'approved' ? 'join.joined' : 'join.applied'),
      onSaved,
    },
  );
  return { draft, save, isSaving, problem };
}

function Terms({ terms }: { terms: string }) {
  const { t } = useTranslation('affiliates');
  return (
    <section className="grid gap-1" aria-label={t('programme.terms')}>
      <h3 className="font-semibold">{t('programme.terms')}</h3>
      <p className="whitespace-pre-line" dir="auto">
        {terms}
      </p>
    </section>
  );
}
