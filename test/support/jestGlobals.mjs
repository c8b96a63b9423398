// Stands for `@jest/globals`, which refuses to be loaded by Node.
const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('jest globals')];

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
