import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { BlockNode } from '#features/content/blocks/document/rules.ts';
import { publishDraft, saveDraft } from '#features/content/publishing/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
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
  const queries = useQueryClient();
  const [title, setTitle] = useState(String(block.props.title ?? '').slice(0, 160));
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();

  function make() {
    return run(async () => {
      if (!pageTitle.safeParse(title).success) return setProblem(t('address.titleNeeded'));
      try {
        const slug = sectionSlug();
        const created = await addPage(db, account_id, { title: title.trim(), slug, kind: 'section' });
        const data = { root: { props: {} }, zones: {}, content: [block] };
        await saveDraft(db, 'page', created.id, 1, { title: title.trim(), data, settings: {} });
        await publishDraft(db, 'page', created.id);
        await queries.invalidateQueries({ queryKey: ['block-choices', account_id] });
        onMade(created.id);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : t('list.failed'));
      }
    });
  }
  return (
    <Dialog
      title={t('sections.make')}
      isOpen
      isChanged={title !== String(block.props.title ?? '').slice(0, 160)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="make-section" isBusy={isBusy}>
          {t('sections.make')}
        </Button>
      }
    >
      <p className="muted">{t('sections.makeText')}</p>
      <Form id="make-section" label={t('sections.make')} onSubmit={() => void make()}>
        <TextField
          label={t('sections.name')}
          value={title}
          maxLength={160}
          autoFocus
          errorMessage={problem || undefined}
          onChange={(value) => {
            setTitle(value);
            setProblem('');
          }}
        />
      </Form>
    </Dialog>
  );
}

/** A section has no slug; the generated one is a placeholder. */
export function sectionSlug(): string {
  return `section-${crypto.randomUUID().slice(0, 13)}`;
}
