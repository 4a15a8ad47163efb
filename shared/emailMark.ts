/** The picture at the top of our emails, px: twice the size at which it is shown. */
export const EMAIL_MARK = { path: '/email-mark.png', width: 296, height: 88, margin: 24 } as const;
