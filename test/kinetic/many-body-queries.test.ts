// slow: compares hundreds of small bodies with brute force
import { describe, it } from 'vitest';
import { expectBodiesRight } from './check-body.js';
import { MOTIONS } from './moving-bodies.js';

describe.each(Object.keys(MOTIONS))('many kinetic bodies, %s', (motion) => {
  it('answer every question as brute force does', () => {
    expectBodiesRight(motion, 7200, 7230);
  });
});
