// A page of one file: some lessons, opened from a disk without a server.
import {startGlassformer} from '#site/start.js';
import {storageFor} from '#site/storage.js';

const stage = document.getElementById('stage'), {address} = JSON.parse(stage.dataset.about);

// The picture is shown before the program takes the time of this thread.
const kPictureMs = 500;
const picture = document.querySelector('.gf-first-picture');
if (picture && picture.naturalWidth === 0)
  await Promise.race(
    [new Promise((done) => ['load', 'error'].forEach((event) => picture.addEventListener(event, done))), new Promise((done) => setTimeout(done, kPictureMs))]);

document.documentElement.style.overscrollBehavior = 'none';

async function showLicences() {
  const text = document.createElement('pre');
  text.textContent = await window.glassformerFile('LICENSES.txt').text();
  document.documentElement.className = '';
  document.body.replaceChildren(text);
}

if (new URLSearchParams(location.search).has('licences')) {
  await showLicences();
} else {
  window.glassformer = startGlassformer(stage, {build: 'single', ownsAddress: true, storage: storageFor(location.pathname), address});
  window.glassformer.ready.catch((error) => console.error(error.message));
}
