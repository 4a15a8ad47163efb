import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequest, registerRequest } from '#shared/account.ts';

export const resolvers = {
  login: zodResolver(loginRequest),
  register: zodResolver(registerRequest),
};
