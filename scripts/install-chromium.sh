#!/usr/bin/env bash
# Puts a Chromium on this machine, for the tests that open pages in a real browser. Does nothing where there is one,
# and says so and passes where it cannot: those tests then skip themselves with a word.
# usage: scripts/install-chromium.sh
set -euo pipefail

found() {
  local place
  for place in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
    if [ -n "$place" ] && [ -x "$place" ]; then
      echo "$place"
      return 0
    fi
  done
  return 1
}

left_out() {
  echo "chromium: left out, $1; tests that need a browser are skipped"
  exit 0
}

if place=$(found); then
  echo "chromium: there already, $place"
  exit 0
fi
command -v apt-get >/dev/null || left_out 'this system has no apt-get'
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || left_out 'it needs root'
  as_root=(sudo -n)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || left_out 'the package lists could not be read'
"${as_root[@]}" apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null ||
  left_out 'the package could not be installed'
place=$(found) || left_out 'the package holds no browser'
echo "chromium: installed, $place"
