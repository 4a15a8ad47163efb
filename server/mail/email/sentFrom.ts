import { brand } from '#shared/brand.ts';
import type { Sender } from './block.ts';

export const sentFrom = ({ publicUrl }: Pick<Sender, 'publicUrl'>): string =>
  `${brand.name} at ${new URL(publicUrl).host}, to whoever runs it`;
