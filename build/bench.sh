# shellcheck shell=bash
verb_bench() { die "not yet"; }
