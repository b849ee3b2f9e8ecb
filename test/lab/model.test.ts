import { describe, expect, it } from 'vitest';
import { MOST_GLOWING, createAfterglow } from '../../lab/model/afterglow.js';
import { createClock } from '../../lab/model/clock.js';
import { formatCount, formatTime } from '../../lab/model/format.js';
import { STATE_DEFAULTS } from '../../lab/model/state.js';
import { createStore } from '../../lab/model/store.js';

describe('the clock', () => {
  it('gives one frame per 60th of a second at speed 1, whatever the screen does', () => {
    const clock = createClock();
    let frames = 0;
    for (let time = 0; time <= 1000; time += 1000 / 144) frames += clock.framesDue(time, 1);
    expect(frames).toBeGreaterThanOrEqual(60);
    expect(frames).toBeLessThanOrEqual(62);
  });

  it('plays slower rather than making up for a long break', () => {
    const clock = createClock();
    clock.framesDue(0, 1);
    expect(clock.framesDue(60_000, 1)).toBe(4);
    expect(clock.framesDue(60_001, 1)).toBeLessThanOrEqual(1);
  });
});

describe('the afterglow', () => {
  it('is full for what is touched now, fades for what was, and ends', () => {
    const glow = createAfterglow();
    glow.touch(Uint32Array.of(3, 5), 2, 1);
    expect([...glow.heat]).toEqual([
      [3, 1],
      [5, 1],
    ]);
    glow.touch(Uint32Array.of(5), 1, 1);
    expect(glow.heat.get(5)).toBe(1);
    expect(glow.heat.get(3)).toBeLessThan(1);
    expect(glow.heat.get(3)).toBeGreaterThan(0);
    glow.touch(new Uint32Array(0), 0, 100);
    expect(glow.heat.size).toBe(0);
  });

  it('lets the oldest go when there are too many', () => {
    const glow = createAfterglow();
    glow.touch(Uint32Array.of(7), 1, 1);
    glow.touch(
      Uint32Array.from({ length: MOST_GLOWING }, (_, i) => i + 10),
      MOST_GLOWING,
      1,
    );
    expect(glow.heat.size).toBe(MOST_GLOWING);
    expect(glow.heat.has(7)).toBe(false);
  });
});

describe('the store', () => {
  it('tells its listeners of a change, and only of a change', () => {
    const store = createStore(STATE_DEFAULTS);
    const heard: number[] = [];
    store.subscribe((state) => heard.push(state.frame));
    store.set({ frame: 4 });
    store.set({ frame: 4 });
    store.set({ frame: 5, playing: true });
    expect(heard).toEqual([4, 5]);
  });
});

describe('numbers for people', () => {
  it.each([
    [0, '0.0 µs'],
    [0.0085, '8.5 µs'],
    [0.064, '64 µs'],
    [1.523, '1.52 ms'],
    [250.4, '250 ms'],
  ])('have the unit that suits them: %d ms is %s', (time, text) => {
    expect(formatTime(time)).toBe(text);
  });

  it('have separators', () => {
    expect(formatCount(240_430)).toBe('240,430');
  });
});
