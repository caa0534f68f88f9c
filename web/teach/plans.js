// Lesson plans: a button on each prints it alone.
import {make} from './page.js';
import {say} from './words.js';

function printAlone(plan) {
  document.body.classList.add('one-plan');
  plan.classList.add('printed');
  window.addEventListener('afterprint', () => {
    document.body.classList.remove('one-plan');
    plan.classList.remove('printed');
  }, {once: true});
  window.print();
}

for (const plan of document.querySelectorAll('.plan')) {
  const head = plan.querySelector('h3');
  head.id = `${plan.id}-head`;
  head.after(
    make('p', {class: 'row'}, make('button', {type: 'button', text: say('plans.print'), 'aria-describedby': head.id, on: {click: () => printAlone(plan)}})));
}
