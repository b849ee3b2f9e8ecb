// Removes everything that the other scripts make. dist/ and build/ go together: build/ remembers what dist/ holds.
import { rmSync } from 'node:fs';
import { projectPath } from './paths.mjs';

for (const made of [
  'dist',
  'build',
  'docs/api',
  'src/kernels/generated',
  'src/kernels/assembly/generated',
  'src/cli/generated',
  'bench/refit/generated',
]) {
  rmSync(projectPath(made), { recursive: true, force: true });
}
