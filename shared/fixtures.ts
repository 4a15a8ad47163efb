/** Lengths that rounding up or to the nearest second would show otherwise, s, and as every place shows them. */
export const ODD_LENGTHS = [
  { seconds: 599.5, shown: '9:59', whole: 599 },
  { seconds: 600.49, shown: '10:00', whole: 600 },
  { seconds: 900.96, shown: '15:00', whole: 900 },
  { seconds: 1499.999, shown: '24:59', whole: 1499 },
];
