import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequest, registerRequest } from '#shared/account.ts';

/** Resolvers of the two forms, loaded lazily. */
export const resolvers = {
  login: zodResolver(loginRequest),
  register: zodResolver(registerRequest),
};
