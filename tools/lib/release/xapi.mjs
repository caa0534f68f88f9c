// Makes an xAPI package of a lesson for systems that read tincan.xml; pages/xapi.js is its script.
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
 * Writes the zip file, and resolves with `{file, bytes}`. The page sends a statement for each answer, and a last statement when all questions are answered and all
 * blanks filled in. `address` is a site of Glassformer: then the id of the lesson is its address there. Throws an Error in words about an unknown lesson or a
 * missing site.
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
