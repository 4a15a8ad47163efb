import type { Channel, openChannel } from './channel.ts';

/* Runs in the browser, in the product's page: see `scripts.ts`. */

interface FrameOptions {
  url: string;
  where: HTMLElement;
}

interface GapiFrame extends Pick<Channel, 'register' | 'send'> {
  restyle(): Promise<void>;
  ping(there?: () => void): Promise<void>;
}

export function startGapi(open: typeof openChannel): void {
  if ('gapi' in window) return;

  const context = {
    open(options: FrameOptions, opened: (frame: GapiFrame) => Promise<GapiFrame>) {
      const element = document.createElement('iframe');
      element.title = 'Google sign-in (demo)';
      element.style.cssText = 'position:absolute;top:-100px;width:1px;height:1px';
      element.setAttribute('aria-hidden', 'true');
      element.tabIndex = -1;
      const channel = open(() => element.contentWindow, new URL(options.url).origin);
      const ready = channel.waitFor('ready');
      element.addEventListener('load', () => channel.post('hello'));
      element.src = options.url;
      options.where.append(element);
      return opened({
        restyle: async () => {},
        ping: (there) => ready.then(() => there?.()),
        register: channel.register,
        send: channel.send,
      });
    },
  };

  const iframes = {
    Iframe: class {},
    CROSS_ORIGIN_IFRAMES_FILTER: () => true,
    getContext: () => context,
  };
  const load = (_name: string, done: { callback(): void }) => void setTimeout(done.callback);
  Object.assign(window, { gapi: { iframes, load } });
}
