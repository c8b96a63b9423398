// Replaces `@jest/globals`, which cannot be loaded by Node itself. Jest makes globals for each test file; a module that several test files
// import is loaded once, so it calls those of the file that runs.
const current = () => globalThis[Symbol.for('jest globals')];

/** A function that is looked up in its owner each time it, or one of its members, is used. */
function delegate(owner, name) {
  const read = () => owner()[name];
  return new Proxy(() => undefined, {
    apply: (_function, _owner, args) => Reflect.apply(read(), owner(), args),
    get: (_function, member) =>
      typeof read()[member] === 'function' ? delegate(read, member) : read()[member],
  });
}

export const afterAll = delegate(current, 'afterAll');
export const afterEach = delegate(current, 'afterEach');
export const beforeAll = delegate(current, 'beforeAll');
export const beforeEach = delegate(current, 'beforeEach');
export const describe = delegate(current, 'describe');
export const expect = delegate(current, 'expect');
export const it = delegate(current, 'it');
export const jest = delegate(current, 'jest');
export const test = delegate(current, 'test');
