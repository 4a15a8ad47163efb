import { brand } from '#shared/brand.ts';
import type { Sender } from './block.ts';

/** The last line of an email to those who run the product, who may run several. */
export const sentFrom = ({ publicUrl }: Pick<Sender, 'publicUrl'>): string =>
  `${brand.name} at ${new URL(publicUrl).host}, to whoever runs it`;
