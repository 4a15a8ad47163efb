import type { EmailText } from '../mail/email/layout.ts';

export const sender = {
  publicUrl: 'https://duologue.example',
  supportEmail: 'help@duologue.example',
};

export const parse = (message: EmailText) =>
  new DOMParser().parseFromString(message.html, 'text/html');
export const emailTextOf = (message: EmailText) => parse(message).body.textContent ?? '';
export const linksOf = (message: EmailText) =>
  [...parse(message).querySelectorAll('a')].map((link) => link.getAttribute('href'));
