import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';

export type Choice = { name: string; title: string; text: string; picture: ReactNode };

/** A template option with its preview image. */
export function TemplateChoice({
  label,
  choices,
  chosen,
  isLarge,
  onChoose,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: string;
  isLarge?: boolean;
  onChoose: (name: string) => void;
}) {
  return (
    <RadioGroup className="field" aria-label={label} value={chosen} onChange={onChoose}>
      <div className={isLarge ? 'templates templates-large' : 'templates'}>
        {choices.map((choice) => (
          <Radio key={choice.name} value={choice.name} className="template">
            <span className="template-picture">{choice.picture}</span>
            <span className="template-title">{choice.title}</span>
            <span className="help">{choice.text}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
