import { Check, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import type { CheckedTree } from '../schema.ts';
import { useConditionText } from './use-condition-text.ts';

type ReasonProps = { tree: CheckedTree; courseSlug: string };

/** Why something is not open yet: each condition with whether it is met, and the way to what is missing. */
export function ConditionReasons({ trees, courseSlug }: { trees: readonly CheckedTree[]; courseSlug: string }) {
  return (
    <ul className="grid gap-2">
      {trees.map((tree) => (
        <li key={JSON.stringify(tree)}>
          <Reason tree={tree} courseSlug={courseSlug} />
        </li>
      ))}
    </ul>
  );
}

function Reason({ tree, courseSlug }: ReasonProps) {
  const { t } = useTranslation('courses');
  const conditionText = useConditionText();
  if ('all' in tree || 'any' in tree) {
    const isAll = 'all' in tree;
    return (
      <div className="grid gap-2">
        <p className="font-medium">{t(isAll ? 'availability.allOf' : 'availability.anyOf')}</p>
        <div className="ps-4">
          <ConditionReasons trees={isAll ? tree.all : tree.any} courseSlug={courseSlug} />
        </div>
      </div>
    );
  }
  if ('not' in tree)
    return (
      <div className="grid gap-2">
        <p className="font-medium">{t('availability.notIf')}</p>
        <div className="ps-4">
          <ConditionReasons trees={[tree.not]} courseSlug={courseSlug} />
        </div>
      </div>
    );
  const text = conditionText(tree);
  const address = addressOf(tree, courseSlug);
  return (
    <p className="flex items-start gap-2">
      {tree.met ? (
        <Check aria-hidden="true" className="mt-1 size-4 flex-none text-success" />
      ) : (
        <Lock aria-hidden="true" className="mt-1 size-4 flex-none text-ink-3" />
      )}
      <span>
        {address ? (
          <Link className="link" to={address}>
            <ContentText isApart>{text}</ContentText>
          </Link>
        ) : (
          text
        )}
        {tree.met ? <span className="vh"> ({t('player.done')})</span> : null}
      </span>
    </p>
  );
}

/** Where what is missing is done. */
function addressOf(tree: CheckedTree, courseSlug: string): string | null {
  if (!('kind' in tree) || tree.met || !tree.slug) return null;
  if (tree.kind === 'lesson' || tree.kind === 'grade') return paths.player(courseSlug, tree.slug);
  if (tree.kind === 'product') return paths.productPage(tree.slug);
  return tree.kind === 'course' ? paths.course(tree.slug) : null;
}
