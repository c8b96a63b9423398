// Loaded into the measured server with `--expose-gc`: on SIGUSR2 it lets go of all that nothing holds any more, so that what
// is measured afterwards is held.
process.on('SIGUSR2', () => globalThis.gc());
