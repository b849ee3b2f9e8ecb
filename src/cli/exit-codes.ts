/** How the command ends. With several files the highest code wins. */
export const EXIT_CLEAN = 0;
/** There are findings of the kind that `--fail-on` names. */
export const EXIT_FINDINGS = 1;
/** A wrong argument, or a file that cannot be read. */
export const EXIT_BAD_INPUT = 2;
/** The budget ended before everything was checked. */
export const EXIT_UNFINISHED = 3;
/** Ended by Ctrl-C: 128 and the number of the signal, as shells have it. */
export const EXIT_INTERRUPTED = 130;
