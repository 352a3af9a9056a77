// Holds a sampler in JavaScript to the test vectors of discrete_laplace.json: node vectors.js discrete_laplace.json
//
// `--fault sensitivity_ignored` puts that fault in; each vector that is flagged with it then has to reject.
"use strict";

const [path, , fault] = process.argv.slice(2);
const ALPHA = 1e-9;
let state = 1;

// mulberry32: seeded, so that a run can be repeated.
function uniform() {
  state = (state + 0x6d2b79f5) | 0;
  let z = Math.imul(state ^ (state >>> 15), 1 | state);
  z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
  return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
}

const quotient = (text) => text.split("/").map(Number).reduce((a, b) => a / b);
const probability = (p) => ("numerator" in p ? p.numerator / p.denominator : (Number(p.lower) + Number(p.upper)) / 2);
const geometric = (ratio) => Math.floor(Math.log(1 - uniform()) / Math.log(ratio));

// The sampler under test: refuses bad input, and answers once.
function discreteLaplace(data, { epsilon, exp_eps, sensitivity }) {
  const [budget, width, center] = [epsilon ? quotient(epsilon) : Math.log(quotient(exp_eps)), +sensitivity, +data];
  if (!(budget > 0 && Number.isFinite(budget) && width >= 1 && Number.isInteger(width) && Number.isInteger(center)))
    throw new RangeError("bad input");
  const ratio = Math.exp(-budget / (fault === "sensitivity_ignored" ? 1 : width));
  return center + geometric(ratio) - geometric(ratio);
}

// Chernoff: a share further than ln(2 m / alpha) / n from p has probability alpha / m at most.
function isRejected({ law, samples, parameters, data }) {
  const counts = law.map(() => 0);
  for (let k = 0; k < samples; k++) {
    const y = discreteLaplace(data, parameters);
    const inside = (s) => ("equals" in s ? y === +s.equals : !(y <= quotient(s.above ?? "-1/0")) && y <= quotient(s.at_most ?? "1/0"));
    const place = law.findIndex(({ event }) => inside(event[0]));
    if (place < 0) return true;
    counts[place]++;
  }
  const part = (a, b) => (a > 0 ? a * Math.log(a / b) : 0);
  const far = (share, p) => part(share, p) + part(1 - share, 1 - p) > Math.log((2 * law.length) / ALPHA) / samples;
  return law.some((entry, k) => far(counts[k] / samples, probability(entry.probability)));
}

const { mechanism, vectors } = JSON.parse(require("fs").readFileSync(path, "utf8"));
if (mechanism !== "discrete_laplace") {
  console.error(`mechanism = ${mechanism}: expected the vectors of discrete_laplace`);
  process.exit(2);
}
let failures = 0;
for (const vector of vectors) {
  let found = "skipped";
  if (vector.kind === "law" && Number.isSafeInteger(+vector.data)) found = isRejected(vector) ? "rejected" : "kept";
  if (vector.kind === "invalid")
    try { discreteLaplace(vector.data, vector.parameters); found = "accepted"; } catch { found = "refused"; }
  if (found === "rejected" || found === "accepted") failures++;
  console.log(`${vector.id} ${found}: ${vector.comment}`);
}
process.exit(failures ? 1 : 0);
