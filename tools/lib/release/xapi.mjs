// An xAPI package of a lesson, as systems that read tincan.xml launch it (pages/xapi.js is what it does).
import {inXml, makePackage} from './package_file.mjs';

const description = ({title, page, activity, type}) => `<?xml version="1.0" encoding="UTF-8"?>
<tincan xmlns="http://projecttincan.com/tincan.xsd">
  <activities>
    <activity id="${inXml(activity)}" type="${inXml(type)}">
      <name lang="en">${inXml(title)}</name>
      <description lang="en">${inXml(title)}</description>
      <launch lang="en">${page}</launch>
    </activity>
  </activities>
</tincan>
`;

/**
 * Writes the zip file, and resolves with `{file, bytes}`. The page sends a statement for each answer and one when all questions are answered and all blanks filled
 * in. `address` is that of a site where Glassformer is: the lesson is then called by its address there. Throws in words about an unknown lesson, or a site that is not there.
 * Example: `await makeXapi({site: 'build/site', lesson: 'softmax', to: 'build/softmax-xapi.zip'})`
 */
export const makeXapi = ({site, lesson, to, address}) => makePackage({
  site,
  lesson,
  to,
  address,
  entry: 'xapi.js',
  words: ['close', 'xapi_none', 'xapi_absent', 'xapi_refused'],
  describe: (about) => ['tincan.xml', description(about)],
});
