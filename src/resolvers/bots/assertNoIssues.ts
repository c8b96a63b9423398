import { invalid } from '../../errors/errors.js';
import type { Issue } from '../../checks/issue.js';

/** Fails with `VALIDATION` if there are issues. Their paths are relative to `member` of the input. */
export function assertNoIssues(issues: readonly Issue[], member: string): void {
  if (issues.length === 0) return;
  throw invalid(issues.map(({ path, message }) => ({ path: [member, ...path], message })));
}
