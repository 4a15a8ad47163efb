/**
 * The environment of a house that writes emails. None leaves: those that prove something are read where
 * they wait.
 */
export const HOUSE_WITH_SMTP = {
  SALES: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@duologue.example',
};
