import type { PublicTemplateQuery } from '../../../mappings/schemas/v2/catalog-queries.ts'
import type { Template } from '../../../mappings/schemas/v2/templates.ts'

/** Who stands behind a public template. */
export type TemplateSource = NonNullable<PublicTemplateQuery['source']>

/** One entry of the public catalog. */
export interface PublicTemplate {
  readonly source: TemplateSource
  readonly template: Template
}

const entry = (
  source: TemplateSource,
  own: Pick<Template, 'id' | 'name' | 'image'> & Partial<Template>,
): PublicTemplate => ({
  source,
  template: {
    args: '',
    disk: 20,
    env: {},
    ports: ['8888/http', '22/tcp'],
    mounts: {},
    serverless: false,
    category: 'NVIDIA',
    startSsh: true,
    startJupyter: true,
    allowedCudaVersions: [],
    ...own,
    public: true,
    // Never shown to callers who do not own the template, and nobody owns these
    registry: null,
  },
})

const worker = { serverless: true, ports: [], startSsh: false, startJupyter: false }

/** The public catalog a fresh sandbox has. Images are names only: nothing is pulled. */
export const publicTemplates: readonly PublicTemplate[] = [
  entry('official', {
    id: 'sbpytorch28',
    name: 'PyTorch 2.8',
    image: 'sandbox/pytorch:2.8-cuda12.8',
    disk: 50,
    mounts: { persistent: { size: 20, path: '/workspace' } },
  }),
  entry('official', {
    id: 'sbpytorch24',
    name: 'PyTorch 2.4',
    image: 'sandbox/pytorch:2.4-cuda12.4',
    disk: 50,
    allowedCudaVersions: ['12.4', '12.5', '12.6', '12.8'],
  }),
  entry('official', {
    id: 'sbubuntu2204',
    name: 'Ubuntu 22.04',
    image: 'sandbox/ubuntu:22.04',
    category: 'CPU',
    ports: ['22/tcp'],
    startJupyter: false,
  }),
  entry('official', {
    id: 'sbrocm62',
    name: 'PyTorch ROCm 6.2',
    image: 'sandbox/pytorch:rocm6.2',
    category: 'AMD',
    disk: 60,
  }),
  entry('official', { ...worker, id: 'sbechoworker', name: 'Echo worker', image: 'sandbox/echo-worker:1.0' }),
  entry('official', {
    ...worker,
    id: 'sbvllmworker',
    name: 'vLLM worker',
    image: 'sandbox/vllm-worker:2.1',
    disk: 40,
    env: { MODEL_NAME: 'sandbox/tiny-model' },
  }),
  entry('verified', {
    id: 'sbcomfyui',
    name: 'ComfyUI',
    image: 'sandbox-verified/comfyui:0.3',
    ports: ['8188/http', '22/tcp'],
    mounts: { persistent: { size: 50, path: '/workspace' } },
  }),
  entry('verified', {
    id: 'sbollama',
    name: 'Ollama',
    image: 'sandbox-verified/ollama:0.5',
    ports: ['11434/http'],
    env: { OLLAMA_HOST: '0.0.0.0' },
  }),
  entry('community', {
    id: 'sbkohya',
    name: 'kohya trainer',
    image: 'sandbox-community/kohya:24.1',
    ports: ['7860/http', '22/tcp'],
  }),
  entry('community', {
    ...worker,
    id: 'sbwhisper',
    name: 'Whisper worker',
    image: 'sandbox-community/whisper-worker:1.2',
  }),
]

/** The most the catalog lists at once; there is no pagination. */
const CATALOG_LIMIT = 100

/** One slice of the public catalog. */
export const listPublicTemplates = (source: TemplateSource): Template[] =>
  publicTemplates
    .filter((candidate) => candidate.source === source)
    .slice(0, CATALOG_LIMIT)
    .map(({ template }) => template)
