// Discrete Laplace noise as a program that `dpassay audit --command` can ask: see docs/protocol.md.
//
//   dpassay audit --command 'node discrete_laplace.js' --mechanism discrete_laplace -p epsilon=1 -p sensitivity=1
"use strict";

// sfc32 (Doty-Humphrey 2010), so that an audit can be repeated: a release needs crypto.randomBytes.
function generator(seed) {
  let a = seed % 2 ** 32 | 0, b = Math.floor(seed / 2 ** 32), c = 0, counter = 1;
  function next() {
    const result = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return (result >>> 0) / 2 ** 32;
  }
  for (let round = 0; round < 15; round++) next();
  return next;
}

// How often in a row something of probability ratio happens.
function geometric(uniform, ratio) {
  let count = 0;
  while (uniform() < ratio) count++;
  return count;
}

function answer({ data, size, seed, parameters }) {
  const uniform = generator(seed);
  const ratio = Math.exp(-parameters.epsilon / parameters.sensitivity);
  return Array.from({ length: size }, () => data + geometric(uniform, ratio) - geometric(uniform, ratio));
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
});
