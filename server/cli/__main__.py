"""`python -m server.cli`: the same as the command `luthier`."""

from server.cli.main import main

raise SystemExit(main())
