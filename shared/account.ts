import { z } from 'zod';

/** An address, trimmed; 254 is the longest that SMTP can carry (RFC 5321, erratum 1690). */
export const emailAddress = (message: string) =>
  z.string(message).trim().max(254, message).pipe(z.email(message));

const email = emailAddress('Please enter a valid email address');

/** bcrypt reads no more than 72 bytes, so a longer password would be accepted with any ending. */
const PASSWORD_MAX_BYTES = 72;

const tooShort = 'Password must be at least 6 characters';

const newPassword = z
  .string(tooShort)
  .min(6, tooShort)
  .refine((password) => new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES, {
    message: 'Password must be at most 72 bytes',
  });

export const loginRequest = z.object({
  email,
  password: z.string().min(1, 'Password is required').max(1000),
});
export type LoginRequest = z.infer<typeof loginRequest>;

export const registerRequest = z.object({ email, password: newPassword });
export type RegisterRequest = z.infer<typeof registerRequest>;

export const forgotRequest = z.object({ email });
export type ForgotRequest = z.infer<typeof forgotRequest>;

const noToken = 'Reset token is required';
const unconfirmed = 'Please confirm your password';

export const resetRequest = z
  .object({
    token: z.string(noToken).min(1, noToken),
    password: newPassword,
    confirmPassword: z.string(unconfirmed).min(6, unconfirmed),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });
export type ResetRequest = z.infer<typeof resetRequest>;

/** What a browser may know of the account it is signed in to. */
const account = z.object({
  id: z.number().int(),
  email: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  authProvider: z.string(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  subscriptionStatus: z.string(),
  monthlyPodcastsGenerated: z.number().int(),
  hasUsedFreePodcast: z.boolean(),
  hasMadeFirstPurchase: z.boolean(),
});
export type Account = z.infer<typeof account>;
