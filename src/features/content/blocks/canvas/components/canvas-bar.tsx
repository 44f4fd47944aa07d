import { ArrowLeft, Eye, PencilLine, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { listenForUndoKeys } from '../../history/components/use-steps.ts';
import { useCanvas } from './use-canvas.ts';

/** Toolbar above the canvas: way back, title, undo, redo and preview; the owner of the document adds the rest. */
export function CanvasBar({
  back,
  title,
  status,
  actions,
  children,
}: {
  back: string;
  title: string;
  /** Behind the title: badges, the state of saving, other editors. */
  status: ReactNode;
  actions: ReactNode;
  /** Notices and dialogs below the bar. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('blocks');
  const { hasPast, hasFuture, go, isPreview, show } = useCanvas();
  const step = useEffectEvent((direction: -1 | 1) => go(direction));
  useEffect(() => listenForUndoKeys(document, (direction) => step(direction)), []);
  return (
    <div className="builder-head">
      <header className="builder-bar">
        <Link to={back} className="btn btn-quiet btn-icon" aria-label={t('builder.back')}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" size={16} />
        </Link>
        <h1 className="cut text-base font-semibold" dir="auto">
          {title}
        </h1>
        {status}
        <span className="builder-tools">
          <IconButton
            icon={Undo2}
            isDirectional
            label={t('builder.undo')}
            isDisabled={!hasPast}
            onPress={() => go(-1)}
          />
          <IconButton
            icon={Redo2}
            isDirectional
            label={t('builder.redo')}
            isDisabled={!hasFuture}
            onPress={() => go(1)}
          />
          <Button icon={isPreview ? PencilLine : Eye} aria-pressed={isPreview} onPress={() => show(!isPreview)}>
            {isPreview ? t('builder.edit') : t('builder.preview')}
          </Button>
          {actions}
        </span>
      </header>
      {children}
    </div>
  );
}
