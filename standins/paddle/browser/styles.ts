/** Plain on purpose: nobody should take it for the product, or for the real checkout. */
export const styles = `
dialog {
  box-sizing: border-box; width: 100%; max-width: 26rem; margin: auto auto 0; padding: 1.25rem;
  border: 0; border-radius: 1rem 1rem 0 0; background: #fff; color: #1c1917;
  font: 1rem/1.5 system-ui, sans-serif; pointer-events: auto; overflow-wrap: anywhere;
}
dialog::backdrop { background: rgb(0 0 0 / 60%); }
p, h2 { margin: 0 0 .5rem; }
p:empty { display: none; }
h2 { font-size: 1.5rem; line-height: 1.25; }
.demo {
  margin: -1.25rem -1.25rem 1.25rem; padding: .75rem 1.25rem; font-weight: 700;
  background: #facc15; color: #1c1917;
}
.email { color: #57534e; }
.news { font-weight: 600; }
button {
  box-sizing: border-box; display: block; width: 100%; min-height: 3rem; margin-top: .75rem;
  padding: .5rem 1rem; border: 2px solid #57534e; border-radius: .75rem; background: none;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer;
}
button.pay { border-color: #166534; background: #166534; color: #fff; }
button:disabled { opacity: .55; cursor: default; }
button:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
@media (min-width: 40rem) { dialog { margin: auto; border-radius: 1rem; } }
@media (prefers-color-scheme: dark) {
  dialog { background: #1c1917; color: #fafaf9; }
  .email { color: #d6d3d1; }
  button { border-color: #a8a29e; }
  button.pay { border-color: #86efac; background: #86efac; color: #14280b; }
  button:focus-visible { outline-color: #93c5fd; }
}
`;
