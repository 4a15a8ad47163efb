/** The colours come from `../pages.ts`. */
export const formStyles = `
main{max-width:28rem}
h2{font-size:1.2rem;margin:1.75rem 0 .5rem}
label{display:block;margin:.75rem 0 .25rem;font-weight:600}
input:not([type=checkbox]),button{font:inherit;color:inherit;width:100%;min-height:3rem;padding:.5rem 1rem;border:1px solid var(--rim);border-radius:.9rem;background:var(--panel)}
input[aria-invalid]{border-width:2px}
button{font-weight:600;cursor:pointer;margin-top:.75rem}
button.main{background:var(--ink);border-color:var(--ink);color:var(--ground)}
button.person{display:block;margin:0;padding:.75rem 1rem;border:0;border-radius:0;background:none;text-align:left;font-weight:400;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
button.person:focus-visible{outline-offset:-3px;border-radius:1rem}
.tick{display:flex;gap:.75rem;align-items:center;min-height:3rem;font-weight:400}
.tick input{width:1.4rem;height:1.4rem;margin:0;accent-color:var(--ink);flex:none}
.badge{display:inline-block;margin-bottom:1rem;padding:.35rem .75rem;border:1px solid var(--rim);border-radius:99px;font-size:.9rem}
.problem{margin:.25rem 0 0;font-weight:600}
summary{min-height:3rem;display:flex;align-items:center;margin-top:1rem;cursor:pointer;text-decoration:underline;text-underline-offset:.2em}
`;
