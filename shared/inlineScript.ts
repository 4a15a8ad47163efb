/**
 * The script in the document's head. Until the app's own scripts have loaded, it keeps the last
 * press that needs them in `window.early` and stops every form without an `action`; a form with one
 * works without the app. Plain text, because the security headers allow it by its hash.
 */
export const INLINE_SCRIPT = `(() => {
  const early = { pressed: null, stop };
  const keep = (event) => {
    const control =
      event.type === 'submit'
        ? event.target.querySelector('[type=submit]')
        : event.target.closest('button, [role=tab]');
    if (!control || (control.type === 'submit' && control.form?.hasAttribute('action'))) return;
    event.preventDefault();
    early.pressed = control;
    if (control.type === 'submit') control.setAttribute('aria-busy', 'true');
  };
  function stop() {
    removeEventListener('click', keep, true);
    removeEventListener('submit', keep, true);
  }
  addEventListener('click', keep, true);
  addEventListener('submit', keep, true);
  window.early = early;
})()`;
