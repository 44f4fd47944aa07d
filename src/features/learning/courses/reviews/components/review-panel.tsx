import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { ownReviewQuery, removeReview, reviewsKey, saveReview } from '../data.ts';
import { MAX_REVIEW, type OwnReview, stars } from '../schema.ts';

type PanelProps = { course: { id: string; title: string }; onClose: () => void };

/** The signed-in member's review of a course: written, changed and deleted. */
export function ReviewPanel({ course, onClose }: PanelProps) {
  const { t } = useTranslation('courses');
  const { account_id } = useAccount();
  const { data } = useQuery(ownReviewQuery(useDb(), account_id, course.id));
  if (data) return <ReviewForm course={course} own={data} onClose={onClose} />;
  return (
    <SidePanel title={t('reviews.yours')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SkeletonText lines={6} />
    </SidePanel>
  );
}

function ReviewForm({ course, own, onClose }: PanelProps & { own: OwnReview }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const formId = useId();
  const draft = useDraft({
    saved: { rating: own.rating ? String(own.rating) : '', body: own.body ?? '' },
    validate: ({ rating }) => ({ rating: rating ? undefined : t('reviews.chooseStars') }),
  });
  const { rating, body } = draft.values;
  const { save, isSaving, problem } = useSave(() => saveReview(course.id, { rating: Number(rating), body }), {
    form: draft,
    invalidates: [reviewsKey(account_id)],
    done: t('reviews.saved'),
    onSaved: onClose,
  });
  const removal = useSave(() => removeReview(db, account_id, own.id ?? ''), {
    invalidates: [reviewsKey(account_id)],
    done: t('reviews.removed'),
    onSaved: onClose,
  });
  return (
    <SidePanel
      title={t('reviews.yours')}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        own.may_write ? (
          <>
            {own.id ? (
              <Button variant="danger" isBusy={removal.isSaving} onPress={() => void removal.save()}>
                {t('reviews.remove')}
              </Button>
            ) : null}
            <Button variant="primary" type="submit" form={formId} isBusy={isSaving}>
              {t('reviews.save')}
            </Button>
          </>
        ) : null
      }
    >
      <p className="mb-4 font-medium">
        <ContentText isApart>{course.title}</ContentText>
      </p>
      {own.may_write ? (
        <Form id={formId} label={t('reviews.yours')} problem={problem} onSubmit={() => void save()}>
          <ReviewFields own={own} draft={draft} />
        </Form>
      ) : (
        <Note>{t('reviews.notYet')}</Note>
      )}
    </SidePanel>
  );
}

function ReviewFields({ own, draft }: { own: OwnReview; draft: Draft<{ rating: string; body: string }> }) {
  const { t } = useTranslation('courses');
  return (
    <>
      {own.status && own.status !== 'shown' ? <Note>{t(`reviews.is.${own.status}`)}</Note> : null}
      <RadioGroup
        label={t('reviews.rating')}
        orientation="vertical"
        value={draft.values.rating}
        onChange={(value) => draft.set('rating', value)}
        errorMessage={draft.errors.rating}
        options={stars.map((count) => ({ id: String(count), label: t('reviews.stars', { count }) }))}
      />
      <TextArea
        label={t('reviews.text')}
        description={t('reviews.textHelp')}
        isOptional
        rows={6}
        maxLength={MAX_REVIEW}
        dir="auto"
        {...draft.field('body')}
      />
      {own.reply ? (
        <Note>
          {t('reviews.replyOf')}: <ContentText isApart>{own.reply}</ContentText>
        </Note>
      ) : null}
    </>
  );
}
