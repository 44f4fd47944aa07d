import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/states.tsx';
import type { Written } from '../data.ts';
import { CompareDialog } from '../versions/components/compare-dialog.tsx';
import { type PostWork, writtenOf } from './use-post-draft.ts';

/** Words this device still has of the last time, and words somebody else saved meanwhile: each is asked about. */
export function DraftNotices({ work, onLoad }: { work: PostWork; onLoad: () => void }) {
  const { t } = useTranslation('posts');
  const { locale } = useSite();
  const [isComparing, setComparing] = useState(false);
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const settle = (chosen: Written) => {
    setComparing(false);
    work.settle(chosen);
    onLoad();
  };
  if (work.theirs) {
    const theirs = writtenOf(work.theirs);
    return (
      <>
        <Note
          tone="warning"
          action={
            <span className="row">
              <Button size="sm" variant="primary" onPress={() => setComparing(true)}>
                {t('editor.compare')}
              </Button>
              <Button size="sm" onPress={() => settle(work.written)}>
                {t('editor.keepMine')}
              </Button>
              <Button size="sm" onPress={() => settle(theirs)}>
                {t('editor.takeTheirs')}
              </Button>
            </span>
          }
        >
          {t('editor.conflict')} {t('editor.conflictText')}
        </Note>
        {isComparing ? (
          <CompareDialog
            title={t('editor.conflictTitle')}
            sentence={t('editor.conflictChoose', { at: at.format(new Date(work.theirs.updated_at)) })}
            one={work.written}
            other={theirs}
            base={work.base()}
            labels={{ one: t('editor.mine'), other: t('editor.theirs') }}
            takeLabels={{ one: t('editor.keepMine'), other: t('editor.takeTheirs') }}
            mergeLabel={t('editor.merge')}
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
            <Button
              size="sm"
              onPress={() => {
                work.takeUp();
                onLoad();
              }}
            >
              {t('editor.takeUp')}
            </Button>
            <Button size="sm" variant="quiet" onPress={work.throwAway}>
              {t('editor.throwAway')}
            </Button>
          </span>
        }
      >
        {t('editor.kept')}
      </Note>
    );
  return null;
}
