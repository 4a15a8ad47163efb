import { classes } from './classes.ts';

/** Caprasimo knows latin and latin-ext only; anything else is set in the text face. */
const beyondCaprasimo = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

type TitleProps = {
  /** A title somebody typed or a model wrote. */
  text: string;
  as?: 'h1' | 'h2' | 'h3' | 'p' | undefined;
  size?: 'h1' | 'h2' | 'h3' | undefined;
  className?: string | undefined;
};

const sizes = { h1: 'text-h1', h2: 'text-h2', h3: 'text-h3' };

/** A title in whatever script it is written. */
export function Title({ text, as: Tag = 'h3', size = 'h3', className }: TitleProps) {
  const face = beyondCaprasimo.test(text) ? 'font-sans font-bold' : 'font-display';
  return (
    <Tag dir="auto" className={classes(sizes[size], face, className)}>
      {text}
    </Tag>
  );
}
