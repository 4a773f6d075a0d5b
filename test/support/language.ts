/** `npm run language`: the comments are plain English. `npm run language -- FOLDER…` counts those of other projects. */

import { root } from './running/toolchain.mjs';
import { commentLanguage, languageFaults } from './source/plainEnglish.ts';

const others = process.argv.slice(2);
for (const folder of others.length === 0 ? [root] : others) {
  const report = commentLanguage(folder, '{src,webview-ui}/**/*.ts');
  const share = (found: readonly string[], all: number) => `${((100 * found.length) / all).toFixed(1)} %`;
  console.log(
    `${folder}: ${share(report.openings, report.docComments)} question openings, ${share(report.wide, report.commentLines)} wide lines, ${share(report.idioms, report.sentences)} idioms a sentence`,
  );
  if (others.length > 0) continue;
  const faults = languageFaults(report);
  if (faults.length > 0) console.error(faults.join('\n'));
  process.exitCode = report.docComments > 0 && faults.length === 0 ? 0 : 1;
}
