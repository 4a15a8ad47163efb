import { Download } from 'lucide-react';

/** The server sends a file name with the download. */
export function DownloadLink({ audioUrl }: { audioUrl: string }) {
  return (
    <a
      href={`${audioUrl}?download=1`}
      download
      className="button inline-flex min-h-12 items-center gap-2.5 rounded-button px-5 font-bold"
    >
      <Download aria-hidden size={20} /> Download MP3
    </a>
  );
}
