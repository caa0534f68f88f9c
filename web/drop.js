// Takes files that are dropped on a stage. A matrix in any form that the program reads (src/core/block.h) goes into the card under the pointer. A document
// or a link is opened.

const kMostBytes = 1_000_000;  // the same limit as for a paste

const base64url = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

// Returns the message that opens a document or a link, or undefined if the text is neither.
function opening(text) {
  const link = /^\s*(?:\S*#)?d=([\w-]+)\s*$/.exec(text)?.[1];
  if (link) return {type: 'load', link};
  try {
    const document = JSON.parse(text);
    return typeof document?.lesson === 'string' ? {type: 'load', document} : undefined;
  } catch {
    return undefined;
  }
}

// Returns the node of the card at a point in CSS pixels of the container; if no card is there, the selected node.
function nodeAt(api, x, y) {
  const cards = api.send({type: 'layout'}).scene?.cards ?? [];
  const under = cards.find(({box}) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
  return under?.node ?? api.send({type: 'snapshot', trace: false}).document.selection?.node;
}

/** Lets files be dropped on `container`. `api` comes from startGlassformer; `refuse(id)` shows the text that says why a file is not taken. */
export function takeDroppedFiles(container, api, refuse) {
  const hasFile = (event) => event.dataTransfer?.types.includes('Files');
  container.addEventListener('dragover', (event) => {
    if (!hasFile(event) || !api.send) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  container.addEventListener('drop', async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file || !api.send) return;
    event.preventDefault();
    const {left, top} = container.getBoundingClientRect(), x = event.clientX - left, y = event.clientY - top;
    if (file.size > kMostBytes) return refuse('dropped_too_large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const opened = opening(new TextDecoder().decode(bytes));
    if (opened) return api.send(opened);
    const node = nodeAt(api, x, y);
    if (!node) return refuse('dropped_nowhere');
    api.send({type: 'paste', node, cell: [0, 0], base64: base64url(bytes)});
  });
}
