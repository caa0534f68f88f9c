// Makes a SCORM 1.2 package of a lesson; pages/scorm.js is its script.
import {inXml, makePackage} from './package_file.mjs';

const manifest = ({lesson, title, page}) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="glassformer-${
  lesson}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="glassformer">
    <organization identifier="glassformer">
      <title>${inXml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${inXml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${page}">
      <file href="${page}"/>
    </resource>
  </resources>
</manifest>
`;

/**
 * Writes the zip file, and resolves with `{file, bytes}`. The lesson is completed when all its questions are answered and all its blanks filled in. Throws an
 * Error in words about an unknown lesson or a missing site.
 * Example: `await makeScorm({site: 'build/site', lesson: 'softmax', to: 'build/softmax-scorm.zip'})`
 */
export const makeScorm = ({site, lesson, to, address}) => makePackage({
  site,
  lesson,
  to,
  address,
  entry: 'scorm.js',
  words: ['close', 'lms_none', 'lms_refused'],
  describe: (about) => ['imsmanifest.xml', manifest(about)],
});
