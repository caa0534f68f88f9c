// The order of the actions of a lap, which a seed decides.
import {kVisitWeights, kWeights} from './actions.mjs';
import {kArticleWeights} from './article.mjs';
import {makeRandom} from './random.mjs';

const kInLesson = 7;  // actions at each lesson of a lap
const kApart = 5;     // lessons between two visits
const kInVisit = 6;
const kPlanPlace = 1e6;  // of the random numbers of a plan, beyond those of any action

/**
 * Returns the actions of a lap: [{on, name, lesson}]. The program's page stays open from lap to lap and goes through all lessons. Between them the monkey visits
 * another page: a fresh one of the program, or an article. Every action has its own random numbers, so that one can be left out.
 */
export function planLap(seed, lessons) {
  const random = makeRandom(seed, kPlanPlace), plan = [];
  const kinds = random.shuffled(['fresh', 'article']);
  let visits = 0;
  for (const [place, lesson] of random.shuffled(lessons).entries()) {
    plan.push({on: 'page', name: 'open', lesson});
    for (let i = 0; i < kInLesson; ++i) plan.push({on: 'page', name: random.weighted(kWeights)});
    plan.push({on: 'page', name: 'next'});
    if (place % kApart !== kApart - 2) continue;
    const on = kinds[visits++ % kinds.length];
    for (let i = 0; i < kInVisit; ++i)
      plan.push({on, name: random.weighted(on === 'article' ? kArticleWeights : kVisitWeights), visit: visits, ends: i === kInVisit - 1});
  }
  return plan;
}
