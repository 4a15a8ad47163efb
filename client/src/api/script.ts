/** Loads another company's script once; a failed one leaves no trace and may be asked for again. */
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
