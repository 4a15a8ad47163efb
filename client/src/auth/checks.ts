import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequest, registerRequest } from '#shared/account.ts';

/** What a form says before it is sent, by its kind. */
export const checks = {
  login: zodResolver(loginRequest),
  register: zodResolver(registerRequest),
};
