// Prints how much memory pages of build/site take. GF_PROGRAM is the command line that knows the largest inputs of each lesson.
import {kSite, largestInputs, launch, load, started} from '../../../tests/browser/support.mjs';
import {measureMemory, memoryTable} from '../memory.mjs';

console.log(memoryTable(await measureMemory(kSite, {launch, started, load}, largestInputs)));
