/* Holds a sampler in C to the test vectors of randomized_response.json:
     cc -O2 -o vectors vectors.c -lm && ./vectors randomized_response.json
   A second argument, "formula_of_two", puts that fault in; each vector that is flagged with it then has to reject. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 20];
static unsigned long long state = 1, failed;

static double uniform(void) { /* SplitMix64 (Steele, Lea and Flood 2014), seeded so that a run can be repeated. */
    unsigned long long z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9, z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* What stands behind a name before the end; NaN where there is none. */
static double field(const char *from, const char *end, const char *name) {
    char *rest, *found = strstr(from, name);
    double value = found && found < end ? strtod(found + strlen(name), &rest) : NAN;
    return !isnan(value) && *rest == '/' ? value / strtod(rest + 1, NULL) : value;
}

static int answer(int data, double epsilon, int k, int faulty) { /* The sampler under test. */
    int honest = uniform() < 1 / (1 + (faulty ? 1 : k - 1) * exp(-epsilon));
    return honest ? data : (data + 1 + (int)(uniform() * (k - 1))) % k;
}

/* Chernoff: a share further than log(2 m / alpha) / n from p has probability alpha / m at most; alpha is 1e-9. */
static int is_far(const char *law, const char *end, const int *counts, int k, double n) {
    for (; (law = strstr(law, "{\"event\"")) && law < end; law++) {
        const char *stop = strchr(law, '\n');
        double low = field(law, stop, "\"lower\": \""), high = field(law, stop, "\"upper\": \"");
        double q = field(law, stop, "\"numerator\": \"") / field(law, stop, "\"denominator\": \"");
        double p = isnan(low) ? q : (low + high) / 2, a = counts[(int)field(law, stop, "\"equals\": \"")] / n;
        double divergence = (a > 0 ? a * log(a / p) : 0) + (a < 1 ? (1 - a) * log((1 - a) / (1 - p)) : 0);
        if (divergence > log(2e9 * k) / n) return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || !fread(text, 1, sizeof text - 1, file) || !strstr(text, "\"mechanism\": \"randomized_response\""))
        return fputs("mechanism: expected the vectors of randomized_response\n", stderr), 2;
    for (char *from = strstr(text, "\"id\": "), *end; from && *from; from = end) {
        end = (end = strstr(from + 1, "\"id\": ")) ? end : from + strlen(from);
        double data = field(from, end, "\"data\": \""), k = field(from, end, "\"categories\": \"");
        double t = field(from, end, "\"exp_eps\": \""), eps = isnan(t) ? field(from, end, "\"epsilon\": \"") : log(t);
        int counts[16] = {0}, good = k == floor(k) && data == floor(data) && eps > 0 && eps < INFINITY
            && k >= 2 && k <= 16 && data >= 0 && data < k;
        int kind = strstr(from, "\"kind\": \"")[9], n = field(from, end, "\"samples\": ");
        for (int i = 0; good && kind == 'l' && i < n; i++) counts[answer(data, eps, k, argc > 2)]++;
        int bad = kind == 'i' ? good : kind == 'l' && is_far(from, end, counts, k, n);
        const char *right = kind == 'i' ? "refused" : kind == 'l' ? "kept" : "skipped";
        failed |= bad, printf("%d %s\n", atoi(from + 6), !bad ? right : kind == 'i' ? "accepted" : "rejected");
    }
    return failed;
}
