// Replaces `@jest/globals`, which cannot be loaded by Node itself.
const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('jest globals')];

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
