import { classes } from './classes.ts';

/** Caprasimo covers Latin only; other scripts use the text font. */
const beyondCaprasimo = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

type TitleProps = {
  text: string;
  as?: 'h1' | 'h2' | 'h3' | 'p' | undefined;
  className?: string | undefined;
};

export function Title({ text, as: Tag = 'h3', className }: TitleProps) {
  const face = beyondCaprasimo.test(text) ? 'font-sans font-bold' : 'font-display';
  return (
    <Tag dir="auto" className={classes('text-h3', face, className)}>
      {text}
    </Tag>
  );
}
