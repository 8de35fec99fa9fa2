# What g++ needs to give the emulator one callback for each memory access and each basic block of the source.
# One word a line. Read by cmake/EmulatorToolchain.cmake and scripts/emucc.
#
# Higher optimisation levels merge and copy blocks, so that the counters would no longer be those of the source.
-O1
-g1
-fno-optimize-sibling-calls
-fsanitize=thread,bounds,return
-fsanitize-coverage=trace-pc
-fno-jump-tables
-fno-reorder-blocks
-fno-guess-branch-probability
-fno-delete-null-pointer-checks
# Off at -O1 in any case: it copies the end of a loop into each branch before it.
-fno-split-paths
# A struct of 16 bytes is loaded as a whole, not member by member.
-fno-tree-sra
--param=tsan-instrument-func-entry-exit=0
--param=tsan-distinguish-volatile=1
-Wno-tsan
# The rewriter reads the types of conversions (conversions.h). compile.sh adds the file's name.
-fdump-tree-optimized-lineno
# new in a kernel gives a null pointer when the heap is full.
-fcheck-new
# The rewriter marks functions that pass structs by value as always_inline (struct_calls.h), also if they are not inline.
-Wno-attributes
# The rewriter reads the messages, and counts columns in bytes, as clang does.
-fdiagnostics-column-unit=byte
# Calls of them are accesses, which must not become instructions without a callback.
-fno-builtin-memcpy
-fno-builtin-memmove
-fno-builtin-memset
-U_FORTIFY_SOURCE
# The rewriter reads the alignment of structs (struct_alignments.h).
-dP
