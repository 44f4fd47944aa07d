import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { type Comparison, contentOf, type PublishingKind, type StoredDraft } from '../rules.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { DraftState } from './use-draft.ts';

type DraftNoticesProps<Content extends object> = {
  kind: PublishingKind<Content>;
  work: DraftState<Content>;
  comparison: Comparison<Content>;
  editors: readonly Editor[];
  /** Called with content the editor has to show instead of its own. */
  onLoad: (content: Content) => void;
};

/** Asks what to do with an autosaved local draft, or with a draft somebody else saved, and says why a save failed. */
export function DraftNotices<Content extends object>(props: DraftNoticesProps<Content>) {
  const { work, editors, onLoad } = props;
  const { t } = useTranslation('publishing');
  const at = useDateTime();
  if (work.theirs) return <ConflictNotice {...props} theirs={work.theirs} />;
  if (work.kept)
    return (
      <Note
        tone="warning"
        action={
          <span className="row">
            <Button size="sm" onPress={() => void work.takeUp().then((content) => content && onLoad(content))}>
              {t('kept.takeUp')}
            </Button>
            <Button size="sm" variant="quiet" onPress={work.discardBackup}>
              {t('kept.throwAway')}
            </Button>
          </span>
        }
      >
        {t('kept.text', { at: at(work.kept.at) })}
      </Note>
    );
  const newer = editors.find((editor) => editor.version > work.version);
  if (newer && work.state === 'saved')
    return (
      <Note
        action={
          <Button size="sm" onPress={() => void work.renew().then(onLoad)}>
            {t('editors.load')}
          </Button>
        }
      >
        {t('editors.newer', { name: newer.name })}
      </Note>
    );
  return work.problem && work.state === 'failed' ? <Note tone="error">{work.problem}</Note> : null;
}

function useDateTime() {
  const { locale } = useSite();
  const format = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (moment: string | number) => format.format(new Date(moment));
}

/** Somebody else saved meanwhile: offers to compare both drafts. */
function ConflictNotice<Content extends object>({
  kind,
  work,
  theirs,
  comparison,
  editors,
  onLoad,
}: DraftNoticesProps<Content> & { theirs: StoredDraft<Content> }) {
  const { t } = useTranslation('publishing');
  const at = useDateTime();
  const [isComparing, setComparing] = useState(false);
  const name = editors[0]?.name ?? t('conflict.somebody');
  return (
    <>
      <Note
        tone="warning"
        action={
          <Button size="sm" variant="primary" onPress={() => setComparing(true)}>
            {t('conflict.compare')}
          </Button>
        }
      >
        {t('conflict.notice')}
      </Note>
      {isComparing ? (
        <CompareDialog
          title={t('conflict.title')}
          sentence={t('conflict.text', { name, at: at(theirs.updated_at) })}
          comparison={comparison}
          first={work.written}
          second={contentOf(kind, theirs)}
          base={work.base()}
          labels={{ first: t('conflict.mine'), second: t('conflict.theirs', { name }) }}
          takeLabels={{ first: t('conflict.takeMine'), second: t('conflict.takeTheirs') }}
          mergeLabel={t('conflict.merge')}
          onClose={() => setComparing(false)}
          onChoose={(content) => {
            setComparing(false);
            onLoad(work.settle(content));
          }}
        />
      ) : null}
    </>
  );
}
