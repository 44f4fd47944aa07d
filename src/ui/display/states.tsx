import { CircleAlert, CircleCheck, CloudOff, Info, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../buttons/plain-button.tsx';
import { classNames } from '../layout/class-names.ts';
import type { IllustrationName } from './illustrations.tsx';

/** Loaded with the first state that is drawn: most screens have content. */
const Illustration = lazy(async () => ({ default: (await import('./illustrations.tsx')).Illustration }));
/** As large, so that nothing moves. */
const drawing = <svg viewBox="0 0 96 66" className="drawing" aria-hidden="true" />;

export type EmptyStateProps = {
  /** What is missing: "No quizzes yet", "No members match". */
  title: ReactNode;
  /** What it is for, or why nothing is here. */
  children?: ReactNode;
  drawing?: IllustrationName;
  /** One action: create the first one, or clear the filter. */
  actions?: ReactNode;
  /** The title is the page's heading: for pages that consist of this state. */
  isPage?: boolean;
};

export function EmptyState({ title, children, drawing: name = 'box', actions, isPage }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="state">
      <Suspense fallback={drawing}>
        <Illustration name={name} />
      </Suspense>
      <Title className={classNames('state-title', isPage && 'text-xl')}>{title}</Title>
      {children && <p>{children}</p>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  );
}

export type ErrorStateProps = {
  title?: ReactNode;
  /** What happened, and what was saved. */
  children?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  actions?: ReactNode;
};

export function ErrorState({ title, children, onRetry, isRetrying, actions }: ErrorStateProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="state" role="alert">
      <Suspense fallback={drawing}>
        <Illustration name="plug" />
      </Suspense>
      <p className="state-title">{title ?? t('state.notArrived')}</p>
      <p>{children ?? t('state.tryAgainLater')}</p>
      <div className="state-actions">
        {onRetry && (
          <PlainButton variant="primary" icon={RotateCw} isBusy={isRetrying} onClick={onRetry}>
            {t('state.retry')}
          </PlainButton>
        )}
        {actions}
      </div>
    </div>
  );
}

const noteIcons: Record<NoteTone, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
  offline: CloudOff,
};
export type NoteTone = 'info' | 'success' | 'warning' | 'error' | 'offline';

/** A status message with an optional action. Errors are announced at once, others politely. */
export function Note({
  tone = 'info',
  children,
  action,
}: {
  tone?: NoteTone;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = noteIcons[tone];
  return (
    <div
      className={classNames('note', `tone-${tone === 'offline' ? 'info' : tone}`)}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className="note-text">{children}</div>
      {action}
    </div>
  );
}
