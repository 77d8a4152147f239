// One measurement in a process of its own: one peer, one case, one size, one kind. `node --expose-gc child.mjs '{"caseName":"touch",…}'` prints its
// numbers as JSON.

import { buildsOf } from './builds.mjs';
import { allCases } from './cases/index.mjs';
import { allPeers } from './peers/index.mjs';

const { peerName, caseName, size, kind, ms, packageDir, against } = JSON.parse(process.argv[2]);
const peer = allPeers(buildsOf({ packageDir, against })).find(({ name }) => name === peerName);
const numbers = await allCases.find(({ name }) => name === caseName).run({ peer, size, kind, ms });
process.stdout.write(JSON.stringify(numbers), () => process.exit());
