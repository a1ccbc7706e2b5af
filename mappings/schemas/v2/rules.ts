import type { z } from 'zod'

/**
 * The status v2 answers with when a rule across fields is broken: 422 where its published schema states the rule,
 * 400 where the service checks it afterwards. Found on an issue as `params.status`.
 */
export type RuleStatus = 400 | 422

/** A rule between the fields of one object, for `.check()`. */
export interface Rule<Value> {
  readonly status: RuleStatus
  readonly message: string
  /** The field the message is about, where there is one. */
  readonly at?: readonly string[]
  readonly broken: (value: Value) => boolean
}

/** Turns a {@link Rule} into a check that reports it with its status. */
export const rule =
  <Value>({ status, message, at = [], broken }: Rule<Value>) =>
  (context: z.core.ParsePayload<Value>): void => {
    if (!broken(context.value)) return
    context.issues.push({
      code: 'custom',
      input: context.value,
      message,
      path: [...at],
      params: { status },
      continue: true,
    })
  }

/** Container settings come from the body or from a template, so one of the two must name an image. */
export const imageUnlessTemplate = rule<{ image?: string | undefined; templateId?: string | undefined }>({
  status: 422,
  message: "missing property 'image'",
  broken: ({ image, templateId }) => image === undefined && templateId === undefined,
})

/** Compute is a GPU or a CPU. */
export const oneCompute = rule<{ gpu?: unknown; cpu?: unknown }>({
  status: 400,
  message: 'exactly one of gpu or cpu must be set',
  broken: ({ gpu, cpu }) => (gpu === undefined) === (cpu === undefined),
})

/** An exact set of CUDA versions or a floor. An empty set states nothing and may go with a floor. */
export const oneCudaConstraint = rule<{
  allowedCudaVersions?: readonly string[] | undefined
  minCudaVersion?: string | undefined
}>({
  status: 400,
  message: 'allowedCudaVersions and minCudaVersion are mutually exclusive',
  broken: ({ allowedCudaVersions = [], minCudaVersion = '' }) =>
    allowedCudaVersions.length > 0 && minCudaVersion !== '',
})

/** For arrays that list a thing once. */
export const unique = rule<readonly unknown[]>({
  status: 422,
  message: 'items must be unique',
  broken: (items) => new Set(items.map((item) => JSON.stringify(item))).size < items.length,
})

/** For PATCH bodies that must change something. */
export const notEmpty = rule<object>({
  status: 422,
  message: 'at least one property is required',
  broken: (body) => Object.keys(body).length === 0,
})
