// What the cases need: the package, built and packed, and the tools.

import { buildPackage } from '../../../bench/speed/package.mjs';
import { installPackages } from '../../../tools/packages.mjs';
import { inRoot } from '../../../tools/project.mjs';
import { installFrom } from './package.mjs';

export function setUp(cases, packageFolder) {
  installPackages('tests/matrix');
  if (cases.some(({ large }) => large)) installPackages('tests/matrix/large');
  if (packageFolder === undefined) buildPackage();
  installFrom(packageFolder ?? inRoot('pkg'));
}
