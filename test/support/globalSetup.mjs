// Jest loads this file and globalTeardown.mjs with Node itself, before its own compiler is at work.
import '../../scripts/typescript.mjs';

export default async function globalSetup() {
  const { startTestCluster } = await import('./testCluster.ts');
  globalThis.testCluster = await startTestCluster();
}
