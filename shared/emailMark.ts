/**
 * The picture of the mark and the name at the top of our emails, beside the document. Twice as large as
 * it is shown, px; `margin` lies on each side of the mark and the name.
 */
export const EMAIL_MARK = { path: '/email-mark.png', width: 296, height: 88, margin: 24 } as const;
