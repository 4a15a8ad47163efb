/** Whether the visitor asked the system for less motion: scrolls jump then. */
export const prefersReducedMotion = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches;
