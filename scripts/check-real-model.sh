#!/usr/bin/env bash
# One short game of The Resistance on a real small model, through each provider: the native Ollama API, and the
# same server's OpenAI-compatible route. Ends within its own time-box and says what it left out; where the
# machine cannot have the model (status 77 of real-model.sh) it says so and passes.
# usage: scripts/check-real-model.sh    SPARTAN_REAL_MODEL_SECONDS sets the time-box (default 600, set-up included)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
limit=${SPARTAN_REAL_MODEL_SECONDS:-600}
port=${SPARTAN_REAL_MODEL_PORT:-11437}
started=$SECONDS
work=$(mktemp -d)

finish() {
  "$root/scripts/real-model.sh" stop "$port" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

left() { echo $((limit - (SECONDS - started))); }

status=0
settings=$(OLLAMA_NUM_PARALLEL=5 OLLAMA_MULTIUSER_CACHE=1 timeout --foreground "$limit" "$root/scripts/real-model.sh" start "$port") || status=$?
if [ "$status" -eq 77 ]; then
  echo 'real model: left out, this machine cannot have it (see the line above)'
  exit 0
elif [ "$status" -eq 124 ]; then
  echo "real model: left out, it was not set up within the time-box of $limit s"
  exit 0
elif [ "$status" -ne 0 ]; then
  echo "real model: setting it up failed with status $status" >&2
  exit "$status"
fi
eval "$settings"

cd "$work"
play() {
  local name=$1
  shift
  local remaining
  remaining=$(left)
  if [ "$remaining" -lt 60 ]; then
    echo "real model: $name left out, $remaining s of the time-box are left"
    return 0
  fi
  local began=$SECONDS code=0
  timeout --foreground --signal=INT --kill-after=20 "$remaining" \
    node "$root/dist/cli/main.js" play --game resistance --rule maxTurns=7 --rule speechLength=120 \
    --context 4096 --max-output-tokens 160 --db "$work/$name.sqlite" --json "$@" > "$name.json" || code=$?
  if [ "$code" -eq 124 ] || [ "$code" -eq 130 ]; then
    echo "real model: $name left out, its game was not over when the time-box of $limit s ended"
    return 0
  elif [ "$code" -ne 0 ]; then
    echo "real model: $name failed with exit code $code" >&2
    return "$code"
  fi
  node -e '
    const [file, name, seconds] = process.argv.slice(1);
    const game = JSON.parse(require("fs").readFileSync(file, "utf8"));
    if (game.status !== "finished") throw new Error(`${name}: the game is void: ${game.voidReason}`);
    const asked = game.decisions.filter((decision) => decision.attempts > 0);
    const forced = asked.filter((decision) => decision.forced).length;
    console.log(`real model: ${name} played ${game.turns} turns in ${seconds} s; ${asked.length} decisions, ${forced} forced`);
  ' "$name.json" "$name" "$((SECONDS - began))"
}
play ollama --model "ollama:$SPARTAN_REAL_MODEL"
play openai --model "openai:$SPARTAN_REAL_MODEL" --base-url "$OLLAMA_HOST/v1"
