/** Removes a script that failed to load, so that it can be asked for again. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tag = document.createElement('script');
    tag.src = src;
    tag.async = true;
    tag.onload = () => resolve();
    tag.onerror = () => {
      tag.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    document.head.append(tag);
  });
}
