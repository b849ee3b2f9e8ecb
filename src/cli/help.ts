/** What `--help` prints. Plain text, so that it can be searched and piped. */

/** `pliant --help`. */
export const MAIN_HELP = `pliant: does anything in this animated model pass through anything else?

Usage
  pliant audit FILE…    finds where meshes pass through each other or themselves, while animated
  pliant bake FILE      writes posed vertices
  pliant info FILE      lists objects, triangles, bones, morph targets, clips, defects

  pliant COMMAND --help explains a command, pliant --version prints the version.
  Models are .glb, .gltf and .vrm files. Recorded meshes can be audited as well: one .obj or .ply file per frame.
`;

/** `pliant audit --help`. */
export const AUDIT_HELP = `pliant audit FILE… [options]
pliant audit --sequence DIR [options]
pliant audit --sequence POINTS.pc2 --mesh REST.obj [options]

  Tells when, where and how deep the meshes of animated models pass through each other or themselves.
  FILE is a model (.glb, .gltf, .vrm), a folder of models, or a pattern such as "assets/**/*.glb".

Instants (default: the rest pose, and every clip at 30 fps and at its end)
  --clip NAME…           these clips only; repeatable; * and ? are wildcards, #2 is the clip with index 2
  --fps N                instants per second
  --times 0,0.5,…        these instants of each clip, in seconds
  --anim FILE            take the clips from another model whose joints have the same names
  --continuous           also what happens between instants, exactly: for recordings, and for clips that move nothing but
                         morph weights and translations

Recordings (instead of FILE; the instants are the frames, --times chooses others)
  --sequence DIR         a folder of .obj or .ply files, one per frame, all with the same triangles; objects or groups of
                         an .obj file are told apart
  --sequence FILE        a point cache, .pc2 or .mdd, of the vertices of --mesh
  --mesh FILE            the mesh at rest, .obj or .ply; what it has is not new (without it: what the first frame has)
  --fps N                frames per second (default 24; .mdd says it itself)

Objects (default: everything)
  --self                 each object with itself only
  --pairs                pairs of objects only
  --only PATTERN         "Body" is Body with itself, "Body:Jacket" a pair, "Hair:*" Hair with all others; repeatable
  --ignore PATTERN       not these, in the same way; repeatable
  With several files, a name must be in one of them; files that have none of the names are left out.

What counts
  --baseline rest|none|FILE   what was there before is not new: at rest (default), nothing, or in an earlier report
  --clearance LENGTH     also report surfaces closer than this, such as 2mm
  --min-triangles N      leave out findings with fewer triangles
  --min-depth LENGTH     leave out findings that are less deep; those without a depth stay
  --fail-on new|any|never     what ends with exit code 1: new crossings (default), any finding, nothing

Output
  --json FILE            everything, for programs (- is standard output); --list-pairs adds every pair of triangles
  --html FILE            a page to look at, which needs nothing but a browser
  --sarif FILE           SARIF 2.1.0, for code-review tools (- is standard output)
  --glb FILE             the model with the findings as vertex colours (for one FILE)
  --quiet                print findings and errors only
  --no-color             no colours

How
  --threads N            how many threads to use, 64 at most (default: all)
  --budget TIME          stop after this, such as 30s, and say what was not checked

Exit codes
  0 clean   1 findings   2 wrong usage or bad input   3 stopped by the budget   130 stopped by Ctrl-C
  With several files every file is tried, and the highest code wins.
`;

/** `pliant bake --help`. */
export const BAKE_HELP = `pliant bake FILE --out DIR [options]

  Writes the posed vertices that an audit checks: a folder per object, such as DIR/003-Jacket.

  --out DIR              where to; made if it is not there
  --format obj|pc2       000000.obj upwards, one per instant (default), or one point cache, points.pc2
  --clip NAME…           these clips only; repeatable; default: the rest pose and every clip
  --fps N                instants per second (default 30), and the end of the clip
  --times 0,0.5,…        these instants of each clip, in seconds
  --anim FILE            take the clips from another model whose joints have the same names
  --quiet                print nothing but errors
  --no-color             no colours

  DIR/instants.json says which clip and time each number is.
`;

/** `pliant info --help`. */
export const INFO_HELP = `pliant info FILE [options]

  Lists objects, triangles, bones, morph targets, clips, mesh defects, and how well the surface fits a tree.

  --json FILE            the same for programs; - is standard output
  --quiet                print nothing but errors
  --no-color             no colours
`;
