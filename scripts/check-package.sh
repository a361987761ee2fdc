#!/usr/bin/env bash
# Packs the package, installs it into an empty folder and uses it, as somebody who got the tarball would.
# usage: scripts/check-package.sh FOLDER    (created; must not exist)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?usage: scripts/check-package.sh FOLDER}
mkdir -p "$folder"
tarball=$(cd "$root" && npm pack --silent --pack-destination "$folder" | tail -n 1)
cd "$folder"
printf '{"name":"empty","private":true}\n' > package.json
npm install --silent --no-audit --no-fund "./$tarball"
npx --no-install spartan --version
npx --no-install spartan iterate --game resistance --rounds 1 --learn-games 2 --games 4 --json > result.json
node -e '
  const report = JSON.parse(require("fs").readFileSync("result.json", "utf8"));
  if (report.rows.length !== 2) throw new Error("expected the baseline and one round");
'
echo "package $tarball installs and runs"
