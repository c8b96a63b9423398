// `node --import ./scripts/typescript.mjs file.ts` runs TypeScript straight from its sources, with
// the same compiler settings as the build. For tests and benches; the server runs from dist.
import { register } from 'node:module';

register('./typescriptHooks.mjs', import.meta.url);
