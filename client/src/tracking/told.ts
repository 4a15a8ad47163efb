const TOLD_KEY = 'duologue.told';
/** Older ones are forgotten: no page of an order so old tells of it again. */
const MOST_KEPT = 60;

/** For a visit whose browser keeps nothing for us. */
let unkept: string[] = [];

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TOLD_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return unkept;
  }
}

/** True the first time on this device, so that a reload or a second look counts nothing twice. */
export function firstTime(what: string): boolean {
  const told = read();
  if (told.includes(what)) return false;
  unkept = [...told, what].slice(-MOST_KEPT);
  try {
    localStorage.setItem(TOLD_KEY, JSON.stringify(unkept));
  } catch {
    // private windows and full disks
  }
  return true;
}
