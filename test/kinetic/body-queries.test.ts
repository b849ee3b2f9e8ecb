import { describe, it } from 'vitest';
import { expectBodiesRight } from './check-body.js';
import { MOTIONS } from './moving-bodies.js';

describe.each(Object.keys(MOTIONS))('a kinetic body, %s', (motion) => {
  it('answers every question as brute force does, between events, at keys and after all changes', () => {
    expectBodiesRight(motion, 7100, 7102);
  });
});
