import { CloudCheck, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { latePercent } from '../../rules.ts';
import type { Overview } from '../data.ts';
import { useWork, type WorkState } from './use-work.ts';
import { WorkFiles } from './work-files.tsx';

export type WorkFormProps = { overview: Overview; onHandedIn: (next: Overview) => void };

/** Where a student writes and hands in; what is written is saved meanwhile. */
export function WorkForm({ overview, onHandedIn }: WorkFormProps) {
  const { t } = useTranslation('assignments');
  const work = useWork(overview);
  const { rules, submission } = overview;
  const isAgain = (submission?.hand_ins ?? 0) > 0;
  return (
    <section aria-labelledby="work-form" className="grid gap-4">
      <div className="row flex-wrap justify-between">
        <h2 id="work-form" className="text-base font-semibold">
          {t(isAgain ? 'player.again' : 'player.yourWork')}
        </h2>
        <DraftState state={work.state} hasText={work.text.body !== '' || work.text.link !== ''} />
      </div>
      {work.isRestored && <Note>{t('player.restored')}</Note>}
      {work.other && <OtherVersion work={work} />}
      {rules.takes_text && (
        <TextArea
          label={t('player.text')}
          rows={10}
          maxLength={50_000}
          dir="auto"
          value={work.text.body}
          onChange={(body) => work.write({ ...work.text, body })}
        />
      )}
      {rules.takes_link && (
        <TextField
          label={t('player.link')}
          type="url"
          dir="ltr"
          placeholder="https://"
          maxLength={1000}
          value={work.text.link}
          onChange={(link) => work.write({ ...work.text, link })}
        />
      )}
      {rules.max_files > 0 && <WorkFiles rules={rules} work={work} />}
      <HandIn overview={overview} work={work} onHandedIn={onHandedIn} />
    </section>
  );
}

function DraftState({ state, hasText }: { state: WorkState['state']; hasText: boolean }) {
  const { t } = useTranslation('assignments');
  if (state === 'saved' && !hasText) return null;
  return (
    <span role="status" className={state === 'saved' ? 'row help text-success' : 'row help'}>
      {state === 'saved' && <CloudCheck aria-hidden="true" className="size-4" />}
      {state === 'failed' && <CloudOff aria-hidden="true" className="size-4" />}
      {t(state === 'failed' ? 'draft.failed' : state === 'saved' ? 'draft.saved' : 'draft.saving')}
    </span>
  );
}

/** Another tab or device has saved something else meanwhile: the student says which one counts. */
function OtherVersion({ work }: { work: WorkState }) {
  const { t } = useTranslation('assignments');
  return (
    <Note tone="warning">
      <span className="grid gap-2">
        {t('draft.other')}
        <span className="max-h-40 overflow-auto border-s-2 border-line ps-3 whitespace-pre-line" dir="auto">
          {work.other?.body || work.other?.link || t('draft.empty')}
        </span>
        <span className="row flex-wrap">
          <Button size="sm" onPress={() => work.settle(false)}>
            {t('draft.takeOther')}
          </Button>
          <Button size="sm" onPress={() => work.settle(true)}>
            {t('draft.keepMine')}
          </Button>
        </span>
      </span>
    </Note>
  );
}

function HandIn({ overview, work, onHandedIn }: WorkFormProps & { work: WorkState }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { rules, late_units, submission } = overview;
  const hand = useSave(() => work.submit(), { onSaved: onHandedIn, done: t('player.done') });
  const left = rules.resubmissions - (submission?.hand_ins ?? 0);
  const isEmpty = work.text.body.trim() === '' && work.text.link.trim() === '' && work.files.length === 0;
  return (
    <div>
      <Button variant="primary" size="lg" isDisabled={isEmpty || work.other !== null} onPress={() => setOpen(true)}>
        {t('player.handIn')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('confirm.title')}
        confirmLabel={t('player.handIn')}
        isDanger={false}
        onConfirm={() => hand.saveOrThrow()}
      >
        <p>{left > 0 ? t('confirm.left', { count: left }) : t('confirm.last')}</p>
        {late_units > 0 && rules.late_percent > 0 && (
          <p>{t('facts.lateNow', { percent: formatPercent(latePercent(late_units, rules), locale) })}</p>
        )}
      </ConfirmDialog>
    </div>
  );
}
