// The command must be executable wherever npm did not set the bit itself (a plain `npm run build`).
import { chmodSync } from 'node:fs'

chmodSync('dist/src/cli/main.js', 0o755)
