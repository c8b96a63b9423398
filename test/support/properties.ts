import fc from 'fast-check';

// A fixed seed, so that every run tests the same values and none fails by chance.
fc.configureGlobal({ seed: 7 });

/** fast-check with a fixed seed. */
export { fc };
