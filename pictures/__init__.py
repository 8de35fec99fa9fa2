"""Pictures of what was measured: access maps and warp timelines from the emulator's trace, charts from results/."""
