"""A filter of system calls for the programs of strangers: no new processes, no sockets, no tracing.

bubblewrap takes it as a compiled BPF program. Calls that are refused fail with EPERM; the program goes on.
"""
from __future__ import annotations

import platform
import signal
import struct

LOAD, JUMP_EQUAL, JUMP_SET, JUMP_ABOVE, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
KILL = 0x80000000
EPERM, ENOSYS = 1, 38
NUMBER, ARCHITECTURE, FIRST_ARGUMENT, THIRD_ARGUMENT = 0, 4, 16, 32  # offsets in struct seccomp_data
CLONE_THREAD = 0x00010000

# Per machine: the audit number, clone, clone3, tgkill.
MACHINES = {"x86_64": (0xC000003E, 56, 435, 234), "aarch64": (0xC00000B7, 220, 435, 131)}
HIGHEST = {"x86_64": 0x40000000}  # numbers from here on are another table of the same calls
UNKNOWN = 451  # calls from here on are newer than this table

# What is refused, by families: the number on each machine; None: it has no such call. execve stays: bubblewrap itself needs it.
REFUSED = {
    "processes": {"fork": (57, None), "vfork": (58, None)},
    "tracing": {"ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "process_madvise": (440, 440),
                "process_mrelease": (448, 448), "kcmp": (312, 272), "perf_event_open": (298, 241)},
    "sockets": {"socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201)},
    "signals": {"kill": (62, 129), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
                "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438)},
    "names and locks of files": {"link": (86, None), "linkat": (265, 37), "symlink": (88, None), "symlinkat": (266, 36),
                                 "mknod": (133, None), "mknodat": (259, 33), "flock": (73, 32)},
    "memory that counts for no process": {"memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194),
                                          "shmat": (30, 196), "userfaultfd": (323, 282)},
    "queues": {"msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180), "mq_unlink": (241, 181),
               "io_uring_setup": (425, 425)},
    "file systems": {"mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
                     "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
                     "fspick": (433, 433), "mount_setattr": (442, 442), "name_to_handle_at": (303, 264),
                     "open_by_handle_at": (304, 265), "fanotify_init": (300, 262)},
    "namespaces": {"unshare": (272, 97), "setns": (308, 268)},
    "the kernel": {"kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
                   "delete_module": (176, 106), "bpf": (321, 280), "add_key": (248, 217), "keyctl": (250, 219),
                   "request_key": (249, 218)},
}


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def refused_numbers(machine: str) -> list[int]:
    column = list(MACHINES).index(machine)
    return sorted(numbers[column] for family in REFUSED.values() for numbers in family.values() if numbers[column] is not None)


def compiled() -> bytes | None:
    """The program, or None for a machine that is not listed."""
    machine = platform.machine()
    if machine not in MACHINES:
        return None
    audit, clone, clone3, tgkill = MACHINES[machine]
    program = [instruction(LOAD, ARCHITECTURE), instruction(JUMP_EQUAL, audit, 1, 0), instruction(RETURN, KILL),
               instruction(LOAD, NUMBER)]
    if highest := HIGHEST.get(machine):
        program += [instruction(JUMP_ABOVE, highest, 0, 1), instruction(RETURN, KILL)]
    # The C library then takes an older call. clone3's flags lie in memory, where a filter cannot read them.
    program += [instruction(JUMP_ABOVE, UNKNOWN, 1, 0), instruction(JUMP_EQUAL, clone3, 0, 1), instruction(RETURN, ERRNO | ENOSYS)]
    for number in refused_numbers(machine):
        program += [instruction(JUMP_EQUAL, number, 0, 1), instruction(RETURN, ERRNO | EPERM)]
    # Of the signals abort() needs one.
    program += [instruction(JUMP_EQUAL, tgkill, 0, 4), instruction(LOAD, THIRD_ARGUMENT),
                instruction(JUMP_EQUAL, signal.SIGABRT, 1, 0), instruction(RETURN, ERRNO | EPERM), instruction(RETURN, ALLOW)]
    # Threads are allowed, processes are not.
    program += [instruction(JUMP_EQUAL, clone, 0, 3), instruction(LOAD, FIRST_ARGUMENT),
                instruction(JUMP_SET, CLONE_THREAD, 1, 0), instruction(RETURN, ERRNO | EPERM), instruction(RETURN, ALLOW)]
    return b"".join(program)
