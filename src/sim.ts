/**
 * Bodies that live: they vibrate, squash, fall and meet, and their contacts are found within the time that there is.
 *
 * @packageDocumentation
 */

// Materials: what soft bodies are made of
export { MATERIAL_DEFAULTS, createMaterial } from './sim/material.js';
export type { Material, MaterialOptions } from './sim/material.js';

// Lattices: tetrahedra around any surface
export { LATTICE_DEFAULTS } from './sim/lattice/options.js';
export type { LatticeOptions } from './sim/lattice/options.js';
export { createLattice, createLatticeAsync } from './sim/lattice/lattice.js';
export type { Lattice } from './sim/lattice/lattice.js';

// Soft bodies: solids of tetrahedral elements
export { SOFT_BODY_DEFAULTS, addForce, createSoftBody } from './sim/elements/soft-body.js';
export type { SoftBody, SoftBodyOptions } from './sim/elements/soft-body.js';
export { STEP_DEFAULTS, findStableStep, stepSoftBody } from './sim/elements/step-soft-body.js';
export type { StepOptions } from './sim/elements/step-soft-body.js';
export { readEnergy, readMomentum } from './sim/elements/energy.js';
export type { Energy, Momentum } from './sim/elements/energy.js';
export type { SupportPlane } from './sim/elements/planes.js';
export type { Solid } from './sim/elements/solid.js';

// Rigid bodies: mass and inertia of a mesh, and motion that keeps momentum
export { measureMass } from './sim/rigid/mass.js';
export type { MassOptions, MassProperties } from './sim/rigid/mass.js';
export {
  addForceAt,
  createRigidBodies,
  kineticEnergy,
  moveRigidBodies,
  readVelocities,
  setVelocities,
  writeRigidPlacement,
} from './sim/rigid/rigid-bodies.js';
export type { RigidBodies } from './sim/rigid/rigid-bodies.js';

// Response: forces where proxies meet
export { PENALTY_DEFAULTS, createPenalty, pushApart } from './sim/response/push-apart.js';
export type { PenaltyOptions } from './sim/response/push-apart.js';
export {
  FIXED,
  FIXED_SIDE,
  RIGID_SIDE,
  SOFT_SIDE,
  VIBRATING_SIDE,
  averageForces,
  createRigidSide,
  createSoftSide,
  createVibratingSide,
} from './sim/response/sides.js';
export type { ContactSide, FixedSide, RigidSide, SoftSide, VibratingSide } from './sim/response/sides.js';

// Vibration modes: how a solid swings by itself
export { findVibrationModes, findVibrationModesAsync, frequenciesOf } from './sim/modes/find-modes.js';
export type { VibrationModes, VibrationOptions } from './sim/modes/find-modes.js';
export { findRodModes, findRodModesAsync } from './sim/modes/rod-modes.js';
export type { RodMaterial } from './sim/modes/rod-modes.js';
export { VIBRATION_DEFAULTS } from './sim/modes/solve-tied.js';
export type { TiedModes, TiedOptions } from './sim/modes/solve-tied.js';
export { embedModeFields, writeModeFields } from './sim/modes/mode-fields.js';

// Vibration: bodies whose modes go on by themselves, and are pushed
export {
  VIBRATOR_DEFAULTS,
  createVibration,
  createVibrator,
  limitStrain,
  stepVibration,
  vibrationEnergy,
} from './sim/modes/vibration.js';
export type { Vibration, Vibrator, VibratorOptions } from './sim/modes/vibration.js';
export { pushTriangle, pushVertex } from './sim/modes/push-modes.js';

// Spheres: trees of them around the medial axis of a surface
export { SPHERE_RADIUS, SPHERE_STRIDE } from './sim/spheres/sphere-tree.js';
export type { SphereTree } from './sim/spheres/sphere-tree.js';
export { SPHERE_TREE_DEFAULTS, createSphereTree, createSphereTreeAsync } from './sim/spheres/create-sphere-tree.js';
export type { SphereTreeOptions } from './sim/spheres/create-sphere-tree.js';
export { createSphereObject } from './sim/spheres/create-sphere-object.js';
export { measureProtrusion } from './sim/spheres/protrusion.js';
export type { Protrusion } from './sim/spheres/protrusion.js';
export type { SphereObject } from './sim/spheres/solid.js';

// Spheres that follow: from the points of a coarse mesh alone, by the closest of them or so that nothing is missed
export { CLOSEST_FOLLOWER_DEFAULTS, createClosestFollower } from './sim/spheres/follow-closest.js';
export type { ClosestFollower, ClosestFollowerOptions, PointArray } from './sim/spheres/follow-closest.js';
export { createEnclosingFollower, followSphere, followSpheres } from './sim/spheres/follow-spheres.js';
export type { SphereFollower } from './sim/spheres/follow-spheres.js';
export type { EnclosingFollower } from './sim/spheres/enclose.js';
export type { CarriedNodes, CarriedSurface } from './sim/spheres/carried-nodes.js';
export { carryByLinks } from './sim/spheres/linked-surface.js';
export { measureMisses } from './sim/spheres/misses.js';
export type { SphereMisses } from './sim/spheres/misses.js';

// Interruptible walks: contacts of trees of spheres within a budget, with how far off they may be
export {
  createFollowedSpheres,
  createPlacedSpheres,
  createProxySpheres,
  placeSpheres,
} from './sim/interrupted/sphere-source.js';
export type {
  FollowedSpheres,
  PlacedSpheres,
  ProxySpheres,
  SphereMover,
  SphereSource,
  WalkedTree,
} from './sim/interrupted/sphere-source.js';
export { WALK_DEFAULTS, createInterruptedWalk } from './sim/interrupted/walk.js';
export type { WalkOptions } from './sim/interrupted/walk.js';
export type { InterruptedWalk, WalkAnswer } from './sim/interrupted/walk-record.js';
export { walkWithin } from './sim/interrupted/walk-within.js';
export { createTurns, walkInTurns } from './sim/interrupted/turns.js';
export type { WalkTurns } from './sim/interrupted/turns.js';
export type { TestBudget, TimeBudget, WalkBudget } from './sim/interrupted/budget.js';

// Questions within a budget: any question of `pliant`, cut short, and what is known of its answer by then
export { stepWithin } from './sim/interrupted/step-within.js';
export { createDistanceBounds, readDistanceBounds } from './query/known/distance-bounds.js';
export type { DistanceBounds } from './query/known/distance-bounds.js';
export { createHitBounds, readHitBounds } from './query/known/hit-bounds.js';
export type { HitBounds } from './query/known/hit-bounds.js';
export { readPossibleContacts } from './query/known/possible-contacts.js';
