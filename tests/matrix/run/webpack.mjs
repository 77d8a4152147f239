// webpack for production, without a configuration of its own.

import { Failed } from './outcome.mjs';
import { toolModule } from './places.mjs';

export async function webpackBuild(project, options) {
  const { default: webpack } = await toolModule('webpack');
  const compiler = webpack({
    context: project.folder,
    mode: 'production',
    entry: './main.mjs',
    output: { path: project.path('dist'), filename: 'main.js' },
    ...options,
  });
  const stats = await new Promise((resolve, reject) => compiler.run((error, result) => (error ? reject(error) : resolve(result))));
  await new Promise((resolve) => compiler.close(resolve));
  if (stats.hasErrors() || stats.hasWarnings()) throw new Failed(stats.toString('errors-warnings'));
}
