import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { type Comparison, contentOf, type PublishingKind } from '../rules.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { DraftState } from './use-draft.ts';

/** Asks what to do with an autosaved local draft, or with a draft somebody else saved, and says why a save failed. */
export function DraftNotices<Content extends object>({
  kind,
  work,
  comparison,
  editors,
  onLoad,
}: {
  kind: PublishingKind<Content>;
  work: DraftState<Content>;
  comparison: Comparison<Content>;
  editors: readonly Editor[];
  /** Called with content the editor has to show instead of its own. */
  onLoad: (content: Content) => void;
}) {
  const { t } = useTranslation('publishing');
  const { locale } = useSite();
  const [isComparing, setComparing] = useState(false);
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const settle = (content: Content) => {
    setComparing(false);
    onLoad(work.settle(content));
  };
  if (work.theirs) {
    const theirs = contentOf(kind, work.theirs);
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
            sentence={t('conflict.text', { name, at: at.format(new Date(work.theirs.updated_at)) })}
            comparison={comparison}
            first={work.written}
            second={theirs}
            base={work.base()}
            labels={{ first: t('conflict.mine'), second: t('conflict.theirs', { name }) }}
            takeLabels={{ first: t('conflict.takeMine'), second: t('conflict.takeTheirs') }}
            mergeLabel={t('conflict.merge')}
            onClose={() => setComparing(false)}
            onChoose={settle}
          />
        ) : null}
      </>
    );
  }
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
        {t('kept.text', { at: at.format(new Date(work.kept.at)) })}
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
