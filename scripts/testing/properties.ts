import fc from 'fast-check';

// The same generated values in each run, so that a red run is the fault of what was changed; at
// night another seed looks further.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
