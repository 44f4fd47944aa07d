import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { replyToReview, reviewsKey } from '../data.ts';
import { MAX_REVIEW, type ManagedReview } from '../schema.ts';
import { Stars } from './star-rating.tsx';

/** A review whole, with the answer to it. An empty answer takes it back. */
export function ReplyPanel({ review, onClose }: { review: ManagedReview; onClose: () => void }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const formId = useId();
  const draft = useDraft({ saved: { reply: review.reply ?? '' }, validate: () => ({}) });
  const { save, isSaving, problem } = useSave(() => replyToReview(db, review.id, draft.values.reply), {
    form: draft,
    invalidates: [reviewsKey(account_id)],
    done: t('reviews.replied'),
    onSaved: onClose,
  });
  return (
    <SidePanel
      title={t('reviews.of', { name: review.author_name })}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form={formId} isBusy={isSaving}>
          {t('reviews.sendReply')}
        </Button>
      }
    >
      <Form id={formId} label={t('reviews.reply')} problem={problem} onSubmit={() => void save()}>
        <Stars rating={review.rating} />
        {review.body ? (
          <p className="whitespace-pre-line">
            <ContentText isApart>{review.body}</ContentText>
          </p>
        ) : null}
        <TextArea
          label={t('reviews.reply')}
          description={t('reviews.replyHelp')}
          rows={5}
          maxLength={MAX_REVIEW}
          dir="auto"
          {...draft.field('reply')}
        />
      </Form>
    </SidePanel>
  );
}
