#!/usr/bin/env bash
echo "usage: ./build.sh demo | test | lint | e2e | bench | pack"; exit 64
