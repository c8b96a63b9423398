// `node scripts/countTests.mjs <jest report>`: prints the last line of a CI run and fails unless at least one test ran
// and none failed. A test file that could not start counts as failed.
import { readFileSync } from 'node:fs';

const { passed, failed, skipped } = readCounts(process.argv[2]);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function readCounts(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    console.error('Jest wrote no report: it failed before it ran a test.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
