import fc from 'fast-check';

// What holds on one machine is not to be refuted by chance on another: each run draws the same.
fc.configureGlobal({ seed: 7 });

/** fast-check, with the same chances in every run. */
export { fc };
