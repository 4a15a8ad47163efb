export function Avatar({ email }: { email: string }) {
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center rounded-full bg-panel font-display text-h3 uppercase shadow-pit"
    >
      {email.slice(0, 1)}
    </span>
  );
}
