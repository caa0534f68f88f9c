// The demos of a tutorial page, and the numbers in its prose that follow them.
import '../element.js';

const kChangedMs = 1500;
// Values for which the text keeps its number: none, a veiled cell, and a missing cell.
const kUnknown = new Set([undefined, '?', '–']);

// Resolves with the numbers of a demo as the program prints them, from one text with a line for each.
async function valuesOf(demo, numbers) {
  const text = numbers.map(({value}) => `{${value}}`).join('\n');
  return (await demo.send({type: 'live', text})).text.split('\n');
}

function follow(demo, numbers) {
  const update = async () => {
    const values = await valuesOf(demo, numbers).catch(() => []);
    for (const [i, number] of numbers.entries()) {
      if (kUnknown.has(values[i]) || values[i] === number.textContent) continue;
      number.textContent = values[i];
      number.classList.add('changed');
      setTimeout(() => number.classList.remove('changed'), kChangedMs);
    }
  };
  for (const event of ['ready', 'change']) demo.addEventListener(event, update);
}

for (const figure of document.querySelectorAll('figure.demo')) {
  const numbers = [...document.querySelectorAll(`data.live[data-demo=${figure.id}]`)];
  if (numbers.length > 0) follow(figure.querySelector('glassformer-demo'), numbers);
}
