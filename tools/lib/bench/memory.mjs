// Prints the memory that pages of build/site take. GF_PROGRAM is the command line, which knows the largest inputs of each lesson.
import {kSite, largestInputs, launch, load, started} from '../../../tests/browser/support.mjs';
import {measureMemory, memoryTable} from '../memory.mjs';

console.log(memoryTable(await measureMemory(kSite, {launch, started, load}, largestInputs)));
