// Loaded into the measured server with `--expose-gc`: on SIGUSR2 it collects all garbage, so that memory measured
// afterwards is in use.
process.on('SIGUSR2', () => globalThis.gc());
