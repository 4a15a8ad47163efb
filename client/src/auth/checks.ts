import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequest, registerRequest } from '#shared/account.ts';

/** What a form says before it is sent, by its kind. Comes late: `AuthForm.tsx` says why. */
export const checks = {
  login: zodResolver(loginRequest),
  register: zodResolver(registerRequest),
};
