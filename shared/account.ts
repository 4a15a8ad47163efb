import { z } from 'zod';

/** Other letters need SMTPUTF8 (RFC 6531) in every mail server on the way. */
const UNPLAIN = 'Our emails only reach addresses with plain characters (a to z) before the @';

/** Zod's own pattern, plus top-level domains in other scripts (`xn--p1ai`). */
const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]+@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;

/** Turns `ann@bücher.example` into `ann@xn--bcher-kva.example`, as mail servers know it. */
const withPunycode = (address: string) =>
  // Matches only what can be a domain: `URL` would read a port and a path, too.
  address.replace(/@(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u, (domain) =>
    URL.canParse(`http://a${domain}`) ? `@${new URL(`http://a${domain}`).hostname}` : domain,
  );

/** SMTP carries at most 254 characters (RFC 5321, erratum 1690). */
export const emailAddress = (message: string) =>
  z
    .string(message)
    .trim()
    // Comes first: the patterns take time in the square of the length.
    .max(254, { abort: true, error: message })
    .overwrite(withPunycode)
    .refine((address) => !/\P{ASCII}.*@/u.test(address), UNPLAIN)
    .pipe(z.email({ pattern: ADDRESS, error: message }).max(254, message));

const email = emailAddress('Please enter a valid email address');

/** bcrypt ignores everything after 72 bytes. */
export const PASSWORD_MAX_BYTES = 72;

const tooShort = 'Password must be at least 6 characters';

const newPassword = z
  .string(tooShort)
  .min(6, tooShort)
  .refine((password) => new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES, {
    message: 'Password must be at most 72 bytes',
  });

export const loginRequest = z.strictObject({
  email,
  password: z.string().min(1, 'Password is required').max(1000, 'Password is too long'),
});
export type LoginRequest = z.infer<typeof loginRequest>;

export const registerRequest = z.strictObject({
  email,
  password: newPassword,
  /** Needed for the first account of a house (`ClientConfig.house.needsSetupCode`). */
  setupCode: z.string().max(100, 'Code too long').optional(),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

export const forgotRequest = z.strictObject({ email });
export type ForgotRequest = z.infer<typeof forgotRequest>;

const noToken = 'Reset token is required';
const unconfirmed = 'Please confirm your password';

export const resetRequest = z
  .strictObject({
    token: z.string(noToken).min(1, noToken),
    password: newPassword,
    confirmPassword: z.string(unconfirmed).min(6, unconfirmed),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });
export type ResetRequest = z.infer<typeof resetRequest>;

export const firebaseSessionRequest = z.object({
  firebaseToken: z.string().min(1).max(8192),
  /** Sent by the browser and never used: the server trusts only the verified token. */
  user: z.object({
    uid: z.string().max(128),
    email: z.string().max(254).nullish(),
    displayName: z.string().max(200).nullish(),
    photoURL: z.string().max(2048).nullish(),
  }),
});
export type FirebaseSessionRequest = z.infer<typeof firebaseSessionRequest>;

/** `POST /api/auth/verify-email`: the token of the welcome email's link, `/auth?proof=<token>`. */
export const verifyEmailRequest = z.strictObject({ token: z.string().min(1).max(512) });

/** `POST /api/account/disown`: the token of the same email's other link, `/auth?disown=<token>`. */
export const disownRequest = z.strictObject({ token: z.string().min(1).max(512) });

/** `deleted`: the account is gone; otherwise it is locked for good. */
export const disownReply = z.object({ success: z.literal(true), deleted: z.boolean() });

export const devModeRequest = z.strictObject({
  value: z.enum(['logout', 'user', 'admin']).default('logout'),
});
export type DevMode = z.infer<typeof devModeRequest>['value'];

export const NAME_MAX = 80;

const name = z
  .string()
  .trim()
  .max(NAME_MAX, `At most ${NAME_MAX} characters`)
  .transform((text) => text || null);

/** `PATCH /api/account`; a new password ends every other session. */
export const accountPatch = z.strictObject({
  firstName: name.optional(),
  lastName: name.optional(),
  /** Whether the writer may know what the account has heard. */
  hasMemory: z.boolean().optional(),
  password: z
    .strictObject({
      /** Empty if the account has no password yet. */
      current: z.string().max(1000, 'Password is too long'),
      new: newPassword,
    })
    .optional(),
});
export type AccountPatch = z.input<typeof accountPatch>;
export type AccountChange = z.output<typeof accountPatch>;

export const DELETE_WORD = 'DELETE';

/** `DELETE /api/account`: the password, or `DELETE_WORD` for an account without one. */
export const accountDeletion = z.strictObject({
  password: z.string().max(1000).optional(),
  word: z.string().max(100).optional(),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** `GET` and `POST /api/account/feed`; POST replaces the private feed's URL. */
export const feedReply = z.object({ feedUrl: z.url() });

export const account = z.object({
  id: z.number().int(),
  email: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  authProvider: z.string(),
  isAdmin: z.boolean(),
  hasMemory: z.boolean(),
  emailVerified: z.boolean(),
  /** False for an account that has only used Google. */
  hasPassword: z.boolean(),
  subscriptionStatus: z.string(),
  monthlyPodcastsGenerated: z.number().int(),
  hasUsedFreePodcast: z.boolean(),
  hasMadeFirstPurchase: z.boolean(),
});
export type Account = z.infer<typeof account>;

export const firebaseSessionReply = z.object({
  success: z.boolean(),
  message: z.string(),
  // Null if nobody was signed in; the message says why.
  user: account.nullable(),
  isNewUser: z.boolean(),
});
