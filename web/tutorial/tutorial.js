// The demos of a tutorial page, and the numbers in its prose that follow them.
import '../element.js';

const kChangedMs = 1500;
// No value, that of a cell which a step asks about, and that of a cell which is not there: the text keeps its number.
const kUnknown = new Set([undefined, '?', '–']);

// The numbers of a demo as the program says them: one text has them all, a line each.
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
