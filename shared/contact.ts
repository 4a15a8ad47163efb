import { z } from 'zod';
import { emailAddress } from './account.ts';

const NAME_MAX = 100;
export const MESSAGE_MAX = 4000;

export const contactRequest = z.object({
  name: z.string().trim().max(NAME_MAX, `Name must be at most ${NAME_MAX} characters`).optional(),
  email: emailAddress('Please enter a valid email address'),
  message: z
    .string('Message is required')
    .trim()
    .min(1, 'Message is required')
    .max(MESSAGE_MAX, `Message must be at most ${MESSAGE_MAX} characters`),
  /** Honeypot: the field is hidden, so only bots fill it in. */
  website: z.string().optional(),
});
export type ContactRequest = z.infer<typeof contactRequest>;
