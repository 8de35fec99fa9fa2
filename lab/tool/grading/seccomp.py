"""A filter of system calls for the programs of strangers: no new processes, no sockets, no tracing.

bubblewrap takes it as a compiled BPF program. Calls that are refused fail with EPERM; the program goes on.
"""
from __future__ import annotations

import platform
import struct

LOAD, JUMP_EQUAL, JUMP_SET, JUMP_ABOVE, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
KILL = 0x80000000
EPERM, ENOSYS = 1, 38
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
CLONE_THREAD = 0x00010000

# Per machine: the audit number, clone, clone3, and what is refused. execve stays: bubblewrap itself needs it.
REFUSED = {
    "x86_64": (0xC000003E, 56, 435, {
        "fork": 57, "vfork": 58, "ptrace": 101, "socket": 41, "connect": 42, "bind": 49, "listen": 50, "socketpair": 53,
        "kill": 62, "tkill": 200, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272,
        "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kexec_load": 246, "init_module": 175,
        "perf_event_open": 298, "bpf": 321, "userfaultfd": 323, "io_uring_setup": 425, "keyctl": 250, "add_key": 248,
        "request_key": 249, "memfd_create": 319, "pidfd_send_signal": 424, "pidfd_getfd": 438, "symlink": 88, "link": 86}),
    "aarch64": (0xC00000B7, 220, 435, {
        "ptrace": 117, "socket": 198, "connect": 203, "bind": 200, "listen": 201, "socketpair": 199, "kill": 129,
        "tkill": 130, "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "kexec_load": 104, "init_module": 105, "perf_event_open": 241,
        "bpf": 280, "userfaultfd": 282, "io_uring_setup": 425, "keyctl": 219, "add_key": 217, "request_key": 218,
        "memfd_create": 279, "pidfd_send_signal": 424, "pidfd_getfd": 438, "symlinkat": 36, "linkat": 37}),
}
HIGHEST = {"x86_64": 0x40000000}  # numbers from here on are another table of the same calls


def instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def compiled() -> bytes | None:
    """The program, or None for a machine that is not listed."""
    known = REFUSED.get(platform.machine())
    if not known:
        return None
    audit, clone, clone3, refused = known
    program = [instruction(LOAD, ARCHITECTURE), instruction(JUMP_EQUAL, audit, 1, 0), instruction(RETURN, KILL),
               instruction(LOAD, NUMBER)]
    if highest := HIGHEST.get(platform.machine()):
        program += [instruction(JUMP_ABOVE, highest, 0, 1), instruction(RETURN, KILL)]
    # clone3's flags lie in memory, where a filter cannot read them: the C library then takes clone.
    program += [instruction(JUMP_EQUAL, clone3, 0, 1), instruction(RETURN, ERRNO | ENOSYS)]
    for number in sorted(refused.values()):
        program += [instruction(JUMP_EQUAL, number, 0, 1), instruction(RETURN, ERRNO | EPERM)]
    # Threads are allowed, processes are not.
    program += [instruction(JUMP_EQUAL, clone, 0, 3), instruction(LOAD, FIRST_ARGUMENT),
                instruction(JUMP_SET, CLONE_THREAD, 1, 0), instruction(RETURN, ERRNO | EPERM), instruction(RETURN, ALLOW)]
    return b"".join(program)
