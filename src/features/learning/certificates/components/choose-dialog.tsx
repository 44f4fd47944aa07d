import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Choice, type CourseChoice, certificateKey, chooseCertificate } from '../data.ts';
import type { Design } from '../schema.ts';

const ACCOUNT = 'account';
const NONE = 'none';

const choiceOf = (id: string): Choice =>
  id === ACCOUNT || id === NONE ? { kind: id } : { kind: 'design', design_id: id };

type ChooseProps = { course: CourseChoice; designs: readonly Design[]; onClose: () => void };

/** The certificate of one course: that of the account, another one, or none. */
export function ChooseDialog({ course, designs, onClose }: ChooseProps) {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const chosen = course.course_certificates;
  const draft = useDraft({ saved: { choice: chosen ? (chosen.design_id ?? NONE) : ACCOUNT } });
  const { save, isSaving, problem } = useSave(
    () => chooseCertificate(db, account_id, course.id, choiceOf(draft.values.choice)),
    { form: draft, invalidates: [certificateKey(account_id)], done: t('choice.saved'), onSaved: onClose },
  );
  const accountDesign = designs.find(({ is_default }) => is_default);
  return (
    <Dialog
      title={t('choice.title', { title: course.title })}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="choose-certificate" isBusy={isSaving}>
          {t('choice.save')}
        </Button>
      }
    >
      <Form id="choose-certificate" label={t('choice.action')} problem={problem} onSubmit={() => void save()}>
        <Select
          label={t('choice.certificate')}
          description={t('choice.help')}
          options={[
            {
              id: ACCOUNT,
              label: accountDesign ? t('choice.account', { name: accountDesign.name }) : t('choice.accountNone'),
            },
            { id: NONE, label: t('choice.none') },
            ...designs.map(({ id, name, language }) => ({ id, label: name, language })),
          ]}
          {...draft.field('choice')}
        />
      </Form>
    </Dialog>
  );
}
