# `make play` and `make test` do all the set-up they need, once; both are quick when nothing is to be done.
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

# What to pass on to the command of a target: make play ARGS="--port 9000"
ARGS ?=
# Tests at a time: many of them wait for processes of their own.
WORKERS ?= 4

PY := .venv/bin/python
RANDOM_GAMES := tests/engine/test_random_games.py
VENV := .venv/.stamp
NODE_MODULES := web/node_modules/.stamp
DIST := web/dist/index.html
OFFLINE := web/dist/offline/manifest.json
# Folders are listed too: theirs is the time at which a file in them came or went.
WEB_SOURCES := $(shell find web/src web/public web/index.html web/*.ts web/*.js web/*.json 2>/dev/null)
ENGINE_SOURCES := $(shell find engine automa server web/offline web/scripts -name '*.py' -o -name '*.toml' -o -name '*.mjs')

# The lock names every package and its hash, so constraints set on a machine have no part in it.
export PIP_CONSTRAINT := /dev/null
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export npm_config_update_notifier := false
# What is compiled once is kept: tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help play test setup check lint lint-python types types-python rules unit vitest e2e e2e-long webkit lighthouse offline-speed build size fix bench load durability golden mutation audit random simulate api-types lock chromium node clean

help: ## Show what there is to make
	@echo "make <target>, with ARGS=\"...\" for the command it runs:"
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(VENV) $(OFFLINE) ## Set up, build and serve the game, to phones in the same network too (ARGS="--port 9000")
	@exec .venv/bin/luthier serve --host 0.0.0.0 $(ARGS)

test: setup lint types rules unit vitest e2e ## Set up and run every check
	@echo "All checks passed."

setup: $(VENV) $(NODE_MODULES) chromium

check: lint-python types-python $(NODE_MODULES) ## While you work: lint, types, and the tests affected by the changes since main, in under a minute
	@echo "== tests of what changed"
	@$(PY) -m tests.check $(ARGS)

lint: lint-python $(NODE_MODULES) ## Style of the Python, the TypeScript and the Svelte code
	@cd web && npm run --silent lint || { echo "Formatting can be repaired by: make fix"; exit 1; }

lint-python: $(VENV)
	@echo "== lint"
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --check --quiet . || { echo "Some files are not formatted: make fix"; exit 1; }

types: types-python $(NODE_MODULES) ## Types of the Python and the TypeScript code
	@cd web && npm run --silent check

types-python: $(VENV)
	@echo "== types"
	@$(PY) -m mypy

rules: $(VENV) ## Name the rules of engine/RULES.md that no test checks; there are none
	@echo "== rules"
	@$(PY) -m pytest -q --rules --ignore tests/server/test_every_request.py

unit: $(VENV) $(NODE_MODULES) ## Tests of the engine, the automa and the server (ARGS="-k salon")
	@echo "== unit"
	@$(PY) -m pytest -q -n $(WORKERS) --dist worksteal $(ARGS)

vitest: $(NODE_MODULES) ## Tests of the web app's parts
	@echo "== vitest"
	@cd web && npm run --silent test

e2e: $(VENV) $(OFFLINE) chromium ## Tests of the whole in a real browser (ARGS="-k offline")
	@echo "== e2e"
	@$(PY) -m pytest -q -n auto e2e $(ARGS)

e2e-long: $(VENV) $(OFFLINE) chromium ## The longer tests in a real browser: killed, updated, two people, uploads
	@echo "== e2e, long"
	@$(PY) -m pytest -q -n auto e2e -m long $(ARGS)

webkit: $(VENV) $(OFFLINE) ## Install WebKitGTK with its driver, and play in it without the server
	@command -v WebKitWebDriver > /dev/null && command -v Xvfb > /dev/null || { \
		as_root=""; [ "$$(id -u)" = 0 ] || as_root="sudo"; \
		echo "== WebKitGTK by apt-get"; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ $$as_root apt-get update && $$as_root apt-get install -y --no-install-recommends webkit2gtk-driver xvfb; } > /dev/null; }
	@$(PY) -m pip install -qq --require-hashes -r e2e/webkit/requirements.txt
	@echo "== e2e in WebKitGTK"
	@$(PY) -m pytest -q -m long e2e/test_webkit.py $(ARGS)

lighthouse: $(VENV) $(OFFLINE) chromium ## Lighthouse, mobile profile, on the title page and on a table; fails below 95
	@cd e2e/lighthouse && { [ -d node_modules/lighthouse ] || npm ci --no-audit --no-fund --loglevel=error > /dev/null; }
	@$(PY) -m e2e.lighthouse $(ARGS)

offline-speed: $(VENV) $(OFFLINE) chromium ## Speed and memory without a server; fails where a goal is missed (ARGS="--picture FILE")
	@$(PY) -m e2e.speed $(ARGS)

build: $(OFFLINE) ## Build the web app into web/dist, with the engine for playing offline

size: $(DIST) ## Weigh the web app's JavaScript
	@cd web && npm run --silent size

fix: $(VENV) $(NODE_MODULES) ## Repair style and formatting where tools can
	@$(PY) -m ruff check --fix --quiet .
	@$(PY) -m ruff format --quiet .
	@cd web && npm run --silent fix

bench: $(VENV) ## Measure the speed of the engine, beside that of the baseline (ARGS="--fail-above 1.5")
	@.venv/bin/luthier bench --compare tests/bench/baseline.json $(ARGS)

load: $(VENV) ## Put a server under load, with one process and with two (ARGS="--tables 50 --seconds 30 --pace 1")
	@$(PY) -m tests.server.load $(ARGS)

durability: $(VENV) ## Kill a server's processes at random moments under load (KILLS=200; some ten minutes)
	@KILLS=$(or $(KILLS),200) $(PY) -m pytest -q tests/server/test_durability.py $(ARGS)

mutation: $(VENV) ## Do the tests notice faults put into the rules? (ARGS="--mutants 500 --seed 2"; some five minutes)
	@$(PY) -m pip install -qq --require-hashes -r tests/mutation/requirements.txt
	@nice $(PY) tests/mutation/sample.py $(ARGS)

audit: $(VENV) node ## Known faults of the packages in use: pip-audit and npm audit (needs the network)
	@echo "== audit"
	@$(PY) -m pip install -qq --require-hashes -r tests/audit/requirements.txt
	@status=0; \
	for lock in requirements.txt server/requirements.txt tests/mutation/requirements.txt tests/audit/requirements.txt \
		e2e/webkit/requirements.txt; do \
		.venv/bin/pip-audit --strict --progress-spinner off --disable-pip --require-hashes -r $$lock $(ARGS) || status=1; \
	done; \
	(cd web && npm audit) || status=1; \
	exit $$status

random: $(VENV) ## Random games with every invariant at every step (GAMES=2000 of each mode; an hour and a half on two cores)
	@GAMES=$(or $(GAMES),2000) $(PY) -m pytest -q -n auto -m long $(RANDOM_GAMES) $(ARGS)

simulate: $(VENV) ## Long runs of AI and golden games: the other tests marked long, then luthier simulate
	@echo "== long tests"
	@$(PY) -m pytest -q -n auto -m long --ignore $(RANDOM_GAMES)
	@echo "== simulate"
	@.venv/bin/luthier simulate $(ARGS)

golden: $(VENV) ## After a change of rules, cards or views: make golden games and playthroughs anew; read the diff
	@$(PY) -m tests.golden.make $(ARGS)
	@$(PY) -m tests.playthroughs.make

api-types: $(VENV) $(NODE_MODULES) ## Write web/src/api/generated.ts from the server's OpenAPI document
	@mkdir -p web/src/api
	@.venv/bin/luthier openapi > web/node_modules/.openapi.json
	@cd web && node_modules/.bin/openapi-typescript node_modules/.openapi.json --default-non-nullable=false -o src/api/generated.ts > /dev/null
	@echo "Wrote web/src/api/generated.ts"

lock: ## Write all requirements.txt anew from pyproject.toml (needs uv)
	@command -v uv > /dev/null || { echo "uv is missing: pip install uv"; exit 1; }
	@uv pip compile pyproject.toml --group build --group dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet -o requirements.txt
	@uv pip compile pyproject.toml --group build --constraint requirements.txt --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet -o server/requirements.txt
	@uv pip compile --group mutation --constraint requirements.txt --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet -o tests/mutation/requirements.txt
	@mkdir -p tests/audit
	@uv pip compile --group audit --constraint requirements.txt --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet -o tests/audit/requirements.txt
	@uv pip compile --group webkit --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --quiet -o e2e/webkit/requirements.txt

clean: ## Remove all that was installed or built
	@rm -rf .venv web/node_modules web/dist mutants test-results .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find engine automa server tests e2e -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# --- Set-up ---------------------------------------------------------------------------------------------------------

$(VENV): requirements.txt pyproject.toml
	@echo "== Python packages into .venv"
	@if ! .venv/bin/python -m pip --version > /dev/null 2>&1; then \
		python=""; found=""; \
		for candidate in $${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do \
			version=$$("$$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> /dev/null) || continue; \
			found="$$found $$version"; \
			if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python="$$candidate"; break; fi; \
		done; \
		if [ -z "$$python" ]; then \
			echo "Python 3.11 or newer is needed (found:$${found:- none}). Install it, or name it: make PYTHON=/path/to/python3"; \
			exit 1; \
		fi; \
		if ! "$$python" -c 'import ensurepip, venv' 2> /dev/null; then \
			echo "$$python cannot make virtual environments. On Debian or Ubuntu: apt-get install python3-venv"; \
			exit 1; \
		fi; \
		rm -rf .venv && "$$python" -m venv .venv; \
	fi
	@$(PY) -m pip install -qq --require-hashes -r requirements.txt
	@$(PY) -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

node:
	@command -v node > /dev/null || { echo "Node.js is missing: version 20.19 or newer is needed, with npm."; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' \
		|| { echo "Node.js 20.19 or newer, or 22.12 or newer, is needed (found $$(node --version))."; exit 1; }
	@command -v npm > /dev/null || { echo "npm is missing; it belongs to Node.js (on Debian: apt-get install npm)."; exit 1; }

$(NODE_MODULES): web/package.json web/package-lock.json | node
	@echo "== npm packages into web/node_modules"
	@cd web && npm ci --include=dev --no-audit --no-fund --loglevel=error > /dev/null
	@touch $@

$(DIST): $(NODE_MODULES) $(WEB_SOURCES)
	@echo "== web app into web/dist"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

# The build of the web app empties web/dist; what takes long here is kept under web/node_modules/.offline.
$(OFFLINE): $(DIST) $(ENGINE_SOURCES)
	@echo "== engine for playing offline into web/dist/offline"
	@cd web && node scripts/offline.mjs > /dev/null
	@touch $@

chromium:
	@found() { for name in "$${CHROMIUM:-}" chromium chromium-browser google-chrome; do \
			[ -n "$$name" ] && command -v "$$name" > /dev/null && return 0; done; return 1; }; \
	found && exit 0; \
	if command -v apt-get > /dev/null; then \
		as_root=""; [ "$$(id -u)" = 0 ] || as_root="sudo"; \
		if [ -z "$$as_root" ] || command -v sudo > /dev/null; then \
			echo "== Chromium by apt-get"; \
			export DEBIAN_FRONTEND=noninteractive; \
			{ $$as_root apt-get update && $$as_root apt-get install -y --no-install-recommends chromium; } > /dev/null || true; \
		fi; \
	fi; \
	found && exit 0; \
	echo "The browser tests need Chromium or Google Chrome, and none was found."; \
	echo "Install one (on Debian, as root: apt-get install chromium), or name its program: make test CHROMIUM=/path/to/chromium"; \
	exit 1
