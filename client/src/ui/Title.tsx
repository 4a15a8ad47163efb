import { classes } from './classes.ts';

/** Caprasimo knows latin and latin-ext only; anything else is set in the text face. */
const beyondCaprasimo = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

type TitleProps = {
  /** A title somebody typed or a model wrote. */
  text: string;
  as?: 'h1' | 'h2' | 'h3' | 'p' | undefined;
  className?: string | undefined;
};

/** A title in whatever script it is written. */
export function Title({ text, as: Tag = 'h3', className }: TitleProps) {
  const face = beyondCaprasimo.test(text) ? 'font-sans font-bold' : 'font-display';
  return (
    <Tag dir="auto" className={classes('text-h3', face, className)}>
      {text}
    </Tag>
  );
}
