import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { BlockNode } from '#features/content/blocks/document/rules.ts';
import { publishDraft, saveDraft } from '#features/content/publishing/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { addPage } from '../data.ts';
import { pageTitle } from '../schema.ts';

/** Turns a block into a shared section; returns its id. */
export function SectionDialog({
  block,
  onClose,
  onMade,
}: {
  block: BlockNode;
  onClose: () => void;
  onMade: (section: string) => void;
}) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({
    saved: { title: String(block.props.title ?? '').slice(0, 160) },
    validate: ({ title }) => ({ title: pageTitle.safeParse(title).success ? undefined : t('address.titleNeeded') }),
  });
  const {
    save: make,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const title = draft.values.title.trim();
      const created = await addPage(db, account_id, { title, slug: sectionSlug(), kind: 'section' });
      const data = { root: { props: {} }, zones: {}, content: [block] };
      await saveDraft(db, 'page', created.id, 1, { title, data, settings: {} });
      await publishDraft(db, 'page', created.id);
      return created.id;
    },
    { form: draft, invalidates: [['block-choices', account_id]], onSaved: onMade },
  );
  return (
    <Dialog
      title={t('sections.make')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="make-section" isBusy={isBusy}>
          {t('sections.make')}
        </Button>
      }
    >
      <p className="muted">{t('sections.makeText')}</p>
      <Form id="make-section" label={t('sections.make')} problem={problem} onSubmit={() => void make()}>
        <TextField label={t('sections.name')} {...draft.field('title')} maxLength={160} autoFocus />
      </Form>
    </Dialog>
  );
}

/** A section has no slug; the generated one is a placeholder. */
export function sectionSlug(): string {
  return `section-${crypto.randomUUID().slice(0, 13)}`;
}
