import { browsers, expectExpiry } from '../run/browser.mjs';
import { moduleScript, writePage } from '../run/page.mjs';
import { toolBin, toolVersion } from '../run/places.mjs';
import { imported } from '../run/program.mjs';
import { whileServed } from '../run/static.mjs';

export default {
  name: 'parcel',
  tool: 'Parcel',
  what: '`parcel build`, in a page',
  large: true,
  hosts: browsers,
  version: () => toolVersion('parcel'),
  async prepare(project) {
    project.write('main.js', imported({ say: 'say' }));
    writePage(project, moduleScript('./main.js'));
    await project.node(toolBin('parcel'), 'build', 'index.html', '--no-cache', '--dist-dir', 'dist');
  },
  run: (project, browser) => whileServed(project.path('dist'), {}, (url) => expectExpiry(browser, url)),
};
