export function SourceNumber({ number }: { number: number }) {
  return (
    <span
      aria-hidden
      className="grid h-6 min-w-6 shrink-0 place-items-center rounded-full border border-rim px-1 text-[0.875rem] leading-none font-bold text-soft tabular-nums outline-offset-2 outline-ink group-focus-visible:outline-3"
    >
      {number}
    </span>
  );
}
