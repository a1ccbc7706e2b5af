import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runCodemod } from '../run.ts'
// A slow machine takes long to read it for the first time.
import '../rewrite-files.ts'

const made: string[] = []
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'codemod-'))
  made.push(root)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

const put = (name: string, text: string): void => {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const rulesBy = async (): Promise<Record<string, readonly string[]>> => {
  const { notes } = await runCodemod({ paths: [root], root })
  return Object.fromEntries(
    [...new Set(notes.map(({ file }) => file))].map((file) => [
      file,
      notes.filter((one) => one.file === file).map(({ rule }) => rule),
    ]),
  )
}

const LIST = `const answer = await fetch('https://rest.runpod.io/v1/pods', { headers: { Authorization: key } })`

test('what a page reads of what a route answers is looked at, whose file says nothing of the service', async () => {
  put(
    'app/api/instances/route.ts',
    `const key = process.env.KEY ?? ''\nexport async function GET() {\n  ${LIST}\n  return Response.json({ items: await answer.json() })\n}\n`,
  )
  put(
    'web/instances.ts',
    `export const instances = async () => (await (await fetch('/api/instances')).json()).items\n`,
  )
  put(
    'web/table.ts',
    `import { instances } from './instances'\nexport const rows = async () => (await instances()).map((one: any) => [one.name, one.machineId])\n`,
  )
  put(
    'web/other.ts',
    `export const others = async () => (await (await fetch('/api/others')).json())[0].machineId\n`,
  )
  expect(await rulesBy()).toEqual({
    'app/api/instances/route.ts': ['v1.pods.list'],
    'web/table.ts': ['v1.pods.read.machineId'],
  })
})

test('a router is mounted by a file that says nothing of the service, too', async () => {
  put(
    'server/pods.js',
    `const router = require('express').Router()\nconst key = process.env.KEY\nrouter.get('/', async (req, res) => {\n  ${LIST}\n  res.json(await answer.json())\n})\nmodule.exports = router\n`,
  )
  put('server/app.js', `const app = require('express')()\napp.use('/api/fleet', require('./pods'))\n`)
  put(
    'web/fleet.js',
    `export const first = async () => (await (await fetch('/api/fleet')).json())[0].machineId\n`,
  )
  expect(await rulesBy()).toEqual({
    'server/pods.js': ['v1.pods.list'],
    'web/fleet.js': ['v1.pods.read.machineId'],
  })
})

test('a component that asks for a route is read as well', async () => {
  put(
    'server/api/fleet.get.ts',
    `export default defineEventHandler(async (event) => {\n  const key = useRuntimeConfig(event).key\n  ${LIST}\n  return await answer.json()\n})\n`,
  )
  put(
    'pages/index.vue',
    `<script setup>\nconst { data: pods } = await useFetch('/api/fleet')\nconst first = computed(() => pods.value?.[0].machineId)\n</script>\n<template>{{ first }}</template>\n`,
  )
  expect(await rulesBy()).toEqual({
    'pages/index.vue': ['v1.pods.read.machineId'],
    'server/api/fleet.get.ts': ['v1.pods.list'],
  })
})

test('what listens, or reads a context, is read as well, where it says nothing of the call', async () => {
  put(
    'src/api.ts',
    `const key = process.env.KEY ?? ''\nexport const list = async () => {\n  ${LIST}\n  return answer.json()\n}\n`,
  )
  put(
    'src/poll.ts',
    `import { bus } from './bus'\nimport { list } from './api'\nexport const poll = async () => bus.emit('pods', await list())\n`,
  )
  put('src/bus.ts', `import { EventEmitter } from 'node:events'\nexport const bus = new EventEmitter()\n`)
  put('src/log.ts', `import { bus } from './bus'\nbus.on('pods', (pods) => console.log(pods[0].machineId))\n`)
  put(
    'src/provider.tsx',
    `import { createContext, useContext, useEffect, useState } from 'react'\nimport { list } from './api'\nconst Pods = createContext(undefined)\nexport const Provider = ({ children }) => {\n  const [pods, setPods] = useState([])\n  useEffect(() => void list().then((all) => setPods(() => all)), [])\n  return <Pods.Provider value={{ pods }}>{children}</Pods.Provider>\n}\nexport const usePods = () => useContext(Pods)\n`,
  )
  put(
    'src/rows.tsx',
    `import { usePods } from './provider'\nexport const Rows = () => usePods().pods.map((pod) => <li key={pod.id}>{pod.lastStatusChange}</li>)\n`,
  )
  expect(await rulesBy()).toEqual({
    'src/api.ts': ['v1.pods.list'],
    'src/log.ts': ['v1.pods.read.machineId'],
    'src/rows.tsx': ['v1.pods.read.lastStatusChange'],
  })
})

test('one long file that says the path as well leaves room for the others', async () => {
  put(
    'server/fleet.js',
    `const key = process.env.KEY\nconst app = require('express')()\napp.get('/api/fleet', async (req, res) => {\n  ${LIST}\n  res.json(await answer.json())\n})\n`,
  )
  const line = `export const first = async () => (await (await fetch('/api/fleet')).json())[0].machineId\n`
  put('app/all.js', line + `export const other = (pod) => pod.machineId + 1\n`.repeat(9_200))
  put('web/one.ts', line)
  expect(await rulesBy()).toEqual({
    'server/fleet.js': ['v1.pods.list'],
    'web/one.ts': ['v1.pods.read.machineId'],
  })
})

test('a page is looked at that a loader beside it gives what it has, and what selects a slice', async () => {
  put(
    'src/lib/api.ts',
    `const key = process.env.KEY ?? ''\nexport const list = async () => {\n  ${LIST}\n  return answer.json()\n}\n`,
  )
  put(
    'src/routes/pods/+page.server.ts',
    `import { list } from '../../lib/api'\nexport const load = async () => ({ pods: await list() })\n`,
  )
  put(
    'src/routes/pods/+page.svelte',
    `<script lang="ts">\n  let { data } = $props()\n  const machines = data.pods.map((pod) => pod.machineId)\n</script>\n{#each data.pods as pod}{pod.lastStatusChange}{machines.length}{/each}\n`,
  )
  put('src/routes/other/+page.svelte', `<script>\n  let { data } = $props()\n</script>\n{data.machineId}\n`)
  put(
    'src/slice.ts',
    `import { createSlice } from '@reduxjs/toolkit'\nimport { list } from './lib/api'\nconst slice = createSlice({\n  name: 'fleet',\n  initialState: { items: [] },\n  reducers: { received(state, action) { state.items = action.payload } },\n})\nexport const refresh = async (dispatch) => dispatch(slice.actions.received(await list()))\n`,
  )
  put(
    'src/first.ts',
    `import { useSelector } from 'react-redux'\nexport const useFirst = () => useSelector((state) => state.fleet.items[0].machineId)\n`,
  )
  expect(await rulesBy()).toEqual({
    'src/first.ts': ['v1.pods.read.machineId'],
    'src/lib/api.ts': ['v1.pods.list'],
    'src/routes/pods/+page.svelte': ['v1.pods.read.machineId', 'v1.pods.read.lastStatusChange'],
  })
})

test('what a server hands the errors of its routes to is read with the file that mounts it', async () => {
  put(
    'server/pods.js',
    `const axios = require('axios')\nconst api = axios.create({ baseURL: 'https://rest.runpod.io/v1' })\nconst router = require('express').Router()\nrouter.get('/', async (req, res, next) => {\n  try {\n    res.json((await api.get('/pods')).data.length)\n  } catch (error) {\n    next(error)\n  }\n})\nmodule.exports = router\n`,
  )
  put(
    'server/app.js',
    `const app = require('express')()\napp.use('/pods', require('./pods'))\napp.use(require('./failed'))\n`,
  )
  put(
    'server/failed.js',
    `module.exports = (err, req, res, next) => res.json({ reason: err.response?.data?.message })\n`,
  )
  const { changes } = await runCodemod({ paths: [root], root })
  const failed = changes.find(({ path }) => path.endsWith('failed.js'))
  expect(failed?.after).toContain('err.response?.data?.detail ?? err.response?.data?.message')
})

test('a filter of Nest that a program mounts for all of it is read, though it imports nothing of the call', async () => {
  put(
    'src/pods.controller.ts',
    `import axios from 'axios'\nimport { Controller, Get } from '@nestjs/common'\n@Controller('pods')\nexport class PodsController {\n  @Get()\n  async all() {\n    return (await axios.get('https://rest.runpod.io/v1/pods')).data.length\n  }\n}\n`,
  )
  put(
    'src/main.ts',
    `import { AppModule } from './app.module'\nimport { Refused } from './refused.filter'\nexport const start = (app) => app.useGlobalFilters(new Refused())\n`,
  )
  put(
    'src/refused.filter.ts',
    `import { Catch } from '@nestjs/common'\n@Catch()\nexport class Refused {\n  catch(exception, host) {\n    host.switchToHttp().getResponse().json({ reason: exception.response?.data?.message })\n  }\n}\n`,
  )
  const { changes } = await runCodemod({ paths: [root], root })
  const filter = changes.find(({ path }) => path.endsWith('refused.filter.ts'))
  expect(filter?.after).toContain('exception.response?.data?.detail ?? exception.response?.data?.message')
})

test('who selects a slice by the name that it is mounted under, and what another route loaded, is read', async () => {
  put(
    'src/api.ts',
    `export const list = async () => (await fetch('https://rest.runpod.io/v1/pods')).json()\n`,
  )
  put(
    'src/slice.ts',
    `import { createSlice } from '@reduxjs/toolkit'\nimport { list } from './api'\nconst slice = createSlice({\n  name: 'pods',\n  initialState: { items: [] },\n  reducers: { received(state, action) { state.items = action.payload } },\n})\nexport const podsReducer = slice.reducer\nexport const refresh = async (dispatch) => dispatch(slice.actions.received(await list()))\n`,
  )
  put(
    'src/store.ts',
    `import { configureStore } from '@reduxjs/toolkit'\nimport { podsReducer } from './slice'\nexport const store = configureStore({ reducer: { fleet: podsReducer } })\n`,
  )
  put(
    'src/rows.ts',
    `import { useSelector } from 'react-redux'\nexport const useFirst = () => useSelector((state) => state.fleet.items[0].machineId)\n`,
  )
  put(
    'app/routes/pods.tsx',
    `import { list } from '../../src/api'\nexport const loader = async () => ({ pods: await list() })\nexport default () => null\n`,
  )
  put(
    'app/routes/pods.first.tsx',
    `import { useRouteLoaderData } from '@remix-run/react'\nexport default () => useRouteLoaderData('routes/pods').pods[0].lastStatusChange\n`,
  )
  expect(await rulesBy()).toEqual({
    'app/routes/pods.first.tsx': ['v1.pods.read.lastStatusChange'],
    'src/api.ts': ['v1.pods.list'],
    'src/rows.ts': ['v1.pods.read.machineId'],
  })
})

test('what a file gives on that names the service for what it imports is followed, also by what a framework calls a path', async () => {
  put('svelte.config.js', `export default {}\n`)
  put(
    'src/lib/runpod.ts',
    `export const list = async () => (await fetch('https://rest.runpod.io/v1/pods')).json()\n`,
  )
  put('src/fleet.ts', `import { list } from './lib/runpod'\nexport const fleet = () => list()\n`)
  put(
    'src/show.ts',
    `import { fleet } from './fleet'\nexport const show = async () => (await fleet())[0].machineId\n`,
  )
  put(
    'src/routes/+page.server.ts',
    `import { list } from '$lib/runpod'\nexport const load = async () => ({ pods: await list() })\nexport const actions = { first: async () => ({ pod: (await list())[0] }) }\n`,
  )
  put(
    'src/routes/+page.svelte',
    `<script lang="ts">\n  let { data, form } = $props()\n  const changed = data.pods[0].lastStatusChange\n  const host = form.pod.machineId\n</script>\n`,
  )
  expect(await rulesBy()).toEqual({
    'src/lib/runpod.ts': ['v1.pods.list'],
    'src/routes/+page.svelte': ['v1.pods.read.lastStatusChange', 'v1.pods.read.machineId'],
    'src/show.ts': ['v1.pods.read.machineId'],
  })
})
