/* glibc 2.29 gave these functions a second version, which differs in errno alone. A program that is linked with any glibc since then asks
   for that version, and does not start with an older glibc; so what calls them is led to the first one (ld --wrap, in link.targets). */
#if defined(__x86_64__)
#define FIRST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#else
#error "of which version of glibc is the first port to this architecture?"
#endif

#define BIND(name) __asm__(".symver first_" #name ", " #name "@" FIRST)

BIND(exp);
BIND(log);
BIND(log2);
BIND(pow);

double first_exp(double), first_log(double), first_log2(double), first_pow(double, double);

double __wrap_exp(double x) { return first_exp(x); }
double __wrap_log(double x) { return first_log(x); }
double __wrap_log2(double x) { return first_log2(x); }
double __wrap_pow(double x, double y) { return first_pow(x, y); }
