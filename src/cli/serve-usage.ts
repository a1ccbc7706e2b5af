import { defaultLimits } from '../server/limits.ts'

/** What `upshift serve --help` prints. */
export const usage = `upshift serve: answers REST v1 and GraphQL by REST v2, and passes REST v2 and jobs through.

Usage: upshift serve [options]   (each option also as a variable: --v2-url is UPSHIFT_V2_URL; lists with commas)

  --target NAME              sandbox (embedded, the default) or runpod
  --v2-url, --queue-url URL  other upstreams; --v2-url alone stands for all three
  --graphql-url URL          the whole address of the legacy GraphQL
  --allowed-host HOST        the only hosts an upstream may be on; may be repeated
  --host, --port             where to listen (127.0.0.1, 8787); port 0 takes a free one
  --admin-host, --admin-port the operator's listener: health, metrics, usage (127.0.0.1, 8788)
  --sandbox-port N           8789
  --usage-store PLACE        keep who calls what in a file, made where it is missing, or in postgres://… (memory)
  --echo-store               give v1 callers back what v2 cannot hold (a readme, an endpoint's templateId), per key
  --log-level, --log-format  error, warn, info (default), debug or silent; json, or text (default on a terminal)
  --on-loss refuse|warn      what becomes of a field v2 cannot honour; FIELD=warn for one; may be repeated
  --reset refuse|restart     what becomes of a pod's reset (refuse)
  --graphql-catalog v2|upstream  who answers gpuTypes while the legacy API lives (v2); it says more
  --capability NAME          something this REST v2 can do; may be repeated
  --brownout API@FOR/EVERY   rehearse a switch-off: graphql@10m/1h or v1@… answers 410; may be repeated
  --record FILE              keep translated calls without their secrets: HAR for *.har, else JSON lines
  --record-megabytes N       how large the record may grow (1024)
  --tls-cert, --tls-key FILE PEM files; read again on SIGHUP
  --workers N                processes (1)
  --max-in-flight N, --max-in-flight-per-key N   calls at once in each process (${defaultLimits.inFlight}, no limit)
  --most-calls N             upstream calls that one legacy call may make (250); beyond, it is refused unsent
  --drain-seconds N          how long a stop waits for calls in flight (30)

Exit: 0 stopped, 2 wrong options or input.`
