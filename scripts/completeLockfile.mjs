// `npm run lockfile`, after every `npm install`: completes package-lock.json, so that every version of npm accepts it.
//
// A registry may lack a package's builds for platforms we do not use. npm then leaves them out of
// the lockfile, and `npm ci` of npm 11 refuses a lockfile in which an optional dependency is not
// listed (npm 10 accepts it). This adds the missing entries: version, and the platform in
// the name, so that npm skips them wherever they are not needed.
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot } from './root.mjs';

const systems = {
  aix: /aix/,
  android: /android/,
  darwin: /darwin/,
  freebsd: /freebsd/,
  netbsd: /netbsd/,
  openbsd: /openbsd/,
  openharmony: /openharmony/,
  sunos: /sunos/,
  win32: /win32|windows/,
  linux: /linux/,
};
const processors = {
  arm64: /arm64/,
  arm: /arm/,
  ia32: /ia32/,
  loong64: /loong64/,
  ppc64: /ppc64/,
  riscv64: /riscv64/,
  s390x: /s390x/,
  wasm32: /wasm32/,
  x64: /x64|x86_64/,
};

const file = atRoot('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = completeLockfile(lock.packages);
// A workspace is a link, and `resolved` its folder; otherwise it is an address, which another registry lacks.
for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved;
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} entries added`, ...added.map((name) => `\n  ${name}`));

function completeLockfile(packages) {
  const added = [];
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(packages, path, name)) continue;
      packages[`node_modules/${name}`] = describeMissing(name, range, entry.dev);
      added.push(`${name}@${range} (wanted by ${path || 'package.json'})`);
    }
  }
  return added;
}

// Node's lookup of packages: beside the importing one, then in every folder above.
function isLocked(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

function describeMissing(name, range, dev) {
  const version = /^[\^~]?(\d.*)$/.exec(range)?.[1];
  const os = nameIn(name, systems);
  const cpu = nameIn(name, processors);
  if (!version || !os || !cpu) throw new Error(`Complete ${name}@${range} in the lockfile by hand`);
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), optional: true, os: [os] };
}

function nameIn(name, patterns) {
  return Object.keys(patterns).find((key) => patterns[key].test(name));
}

function byPath([left], [right]) {
  return left.localeCompare(right, 'en');
}
