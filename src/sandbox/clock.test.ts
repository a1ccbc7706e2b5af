import { describe, expect, test } from 'vitest'
import { heldClock, systemClock } from './clock.ts'

describe('heldClock', () => {
  test('runs due timers in order of time, then of setting, and stops short of the rest', async () => {
    const clock = heldClock(0)
    const ran: string[] = []
    clock.after(20, () => ran.push('late'))
    clock.after(10, () => ran.push('first'))
    clock.after(10, () => ran.push('second'))
    clock.after(31, () => ran.push('never'))
    await clock.advance(30)
    expect(ran).toEqual(['first', 'second', 'late'])
    expect(clock.now()).toBe(30)
    expect(clock.pending()).toBe(1)
  })

  test('shows each timer its own instant, and runs timers set by timers within the same advance', async () => {
    const clock = heldClock(0)
    const instants: number[] = []
    const tick = (): void => {
      instants.push(clock.now())
      clock.after(10, tick)
    }
    clock.after(10, tick)
    await clock.advance(35)
    expect(instants).toEqual([10, 20, 30])
  })

  test('finishes the promise work of one timer before the next one runs', async () => {
    const clock = heldClock(0)
    const ran: string[] = []
    const slow = async (): Promise<void> => {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
      ran.push(`slow at ${clock.now()}`)
    }
    clock.after(10, () => void slow())
    clock.after(20, () => ran.push('next'))
    await clock.advance(20)
    expect(ran).toEqual(['slow at 10', 'next'])
  })

  test('forgets a cancelled timer', async () => {
    const clock = heldClock(0)
    let ran = false
    const timer = clock.after(10, () => {
      ran = true
    })
    timer.cancel()
    timer.cancel()
    await clock.advance(100)
    expect(ran).toBe(false)
    expect(clock.pending()).toBe(0)
  })
})

describe('systemClock', () => {
  test('runs a timer and keeps to a cancellation', async () => {
    let cancelledRan = false
    systemClock
      .after(1, () => {
        cancelledRan = true
      })
      .cancel()
    await new Promise<void>((resolve) => {
      const keepAlive = setInterval(() => {}, 1000)
      systemClock.after(5, () => {
        clearInterval(keepAlive)
        resolve()
      })
    })
    expect(cancelledRan).toBe(false)
  })

  test('does not fire early for a delay longer than setTimeout can hold', async () => {
    let ran = false
    const timer = systemClock.after(40 * 86_400_000, () => {
      ran = true
    })
    await new Promise<void>((resolve) => void setTimeout(resolve, 20))
    timer.cancel()
    expect(ran).toBe(false)
  })
})
