// Node itself loads this file and globalTeardown.mjs for jest, so TypeScript needs the hooks of `scripts/typescript.mjs`.
import '../../scripts/typescript.mjs';

export default async function globalSetup() {
  const { startTestCluster } = await import('./testCluster.ts');
  globalThis.testCluster = await startTestCluster();
}
