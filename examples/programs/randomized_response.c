/* Randomized response as a program that `dpassay audit --command` can ask: see docs/protocol.md.

   cc -O2 -o randomized_response randomized_response.c -lm
   dpassay audit --command ./randomized_response --mechanism randomized_response -p epsilon=1 -p categories=3 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* SplitMix64 (Steele, Lea and Flood 2014), so that an audit can be repeated: a release needs the system's generator. */
static double uniform(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* The number behind a name: requests are written in one way, and every name stands in them once. */
static double field(const char *line, const char *name) {
    const char *found = strstr(line, name);
    if (!found) {
        fprintf(stderr, "the request has no %s\n", name);
        exit(2);
    }
    return strtod(found + strlen(name), NULL);
}

int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        int data = field(line, "\"data\": "), size = field(line, "\"size\": ");
        int categories = field(line, "\"categories\": ");
        double exp_eps = exp(field(line, "\"epsilon\": "));
        state = field(line, "\"seed\": ");
        for (int i = 0; i < size; i++) {
            int honest = uniform() < exp_eps / (exp_eps + categories - 1);
            int other = (data + 1 + (int)(uniform() * (categories - 1))) % categories;
            printf("%s%d", i ? ", " : "[", honest ? data : other);
        }
        puts("]");
        fflush(stdout);
    }
    return 0;
}
