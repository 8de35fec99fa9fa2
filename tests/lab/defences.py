"""The grader's defences: how each is taken away, and what must then turn red.

`red` names programs of hostile/ and tests (module.Class.test). Where two defences stand one behind the other, both are taken away.
"""
from dataclasses import dataclass, field


@dataclass
class Defence:
    """removed: (function or constant of lab/tool, old text, new text). cpp: (file, old text, new text), of the program that runs the
    submission; checker: of the one that checks its results.

    gentle: what a program does in place of something that hurts without limits. tight: edits that stay, so that the gentle
    program exceeds the limits. said: its points stay what they are, since it harms itself alone, but the report is another one.
    build: only whether it is refused is looked at, since it must not run."""
    name: str
    removed: list[tuple[str, object, object]]
    red: list[str]
    cpp: list[tuple[str, str, str]] = field(default_factory=list)
    checker: list[tuple[str, str, str]] = field(default_factory=list)
    gentle: dict[str, tuple[str, str]] = field(default_factory=dict)
    tight: list[tuple[str, object, object]] = field(default_factory=list)
    said: tuple[str, ...] = ()
    build: tuple[str, ...] = ()


# What needs no defence of ours: the compiler, the emulator or the exercise's goals stop it.
OTHERS = {"includes_itself": "g++ includes at most 200 files in each other",
          "reads_device_memory": "the emulator closes device memory to the host",
          "writes_host_memory": "the emulator reports a kernel's access to the host's memory",
          "replaces_the_start": "a program that does not start has no results",
          "much_memory": "malloc() gives no more than the machine has; test_memory_that_is_asked_for_is_limited tests the limit",
          "count_without_counting": "a goal on a counter",
          "test_sandbox.SandboxTest.test_the_filter_has_the_kernels_numbers": "the table against the kernel's headers",
          "test_collecting.Files.test_a_socket_is_not_read": "nobody can open() one",
          "test_collecting.Files.test_takes_a_file": "honest", "test_collecting.Archives.test_takes_a_file": "honest",
          "test_collecting.Files.test_a_folder_with_the_files_name_is_a_folder": "honest",
          "test_collecting.Table.test_of_all_exercises_can_be_read_in_80_columns": "how grades are shown",
          "test_collecting.Table.test_of_few_exercises_has_a_column_for_each": "how grades are shown",
          **{f"test_collecting.Weeks.test_{name}": "what several gradings add up to" for name in (
              "add_up_and_one_that_is_handed_in_again_is_told", "keep_who_is_gone_marked", "have_no_columns_for_what_nobody_was_set",
              "name_a_row_that_is_damaged", "need_no_note_on_what_was_graded_before")},
          "test_collecting.Files.test_a_twin_in_other_letters_is_another_file": "names are compared as they are"}

WORDS, CODE, TOKEN = "grading.refuse:REFUSED_WORDS", "grading.refuse:code_of", "grading.source_text:TOKEN"
DIRECTIVE, MAY_USE = "grading.refuse:refused_directive", "grading.refuse:may_use"
ANY_SYMBOL = (MAY_USE, "    if PLAIN", "    return True\n    if PLAIN")
ANY_DEFINITION = ("grading.refuse:refused_symbols", "if not plain_cuda:", "if False:")
FAULT, READ, FIND = "grading.trial:fault", "grading.submissions:read_file", "grading.submissions:read_folder"
INSIDE_BOX, LIMITED = "grading.sandbox:Sandbox.words", "grading.sandbox:limited"
BOX, COLLECT = "test_sandbox.SandboxTest.test_", "test_collecting."
LOOP = "for (static const std::clock_t start = std::clock(); std::clock() < start + {} * CLOCKS_PER_SEC;)"
CLOCK = '#include "vecadd.h"\n#include <ctime>\n'

TEXT = [
    Defence("assembly", [(WORDS, "__asm__", ""), ANY_SYMBOL],
            ["assembly", "assembler_name", "assembly_after_character", "assembly_after_fake_raw_string"]),
    Defence("tokens put together", [(WORDS, "##", "")], ["assembly_hidden"]),
    Defence("raw strings", [(TOKEN, 'R")', 'R"\\(.*?\\)")'), (CODE, 'kind == "raw"', "False")], ["assembly_after_raw_string"]),
    Defence("unfinished quotes", [(CODE, 'kind == "quote"', "False")], ["assembly_after_apostrophe"]),
    Defence("names of headers", [(CODE, "before in NAMES_A_HEADER", "False")], ["assembly_after_skipped_header"]),
    Defence("__has_include", [(WORDS, "__has_", "")], ["assembly_after_header_name", "probes_for_files"]),
    Defence("carriage returns", [(CODE, 're.search(r"\\r(?!\\n)", text)', "False")], ["carriage_return"]),
    Defence("the byte order mark", [(CODE, '.removeprefix("\\ufeff")', "")], ["byte_order_mark"]),
    Defence("spaces before a directive", [("grading.source_text:DIRECTIVE", r"^[ \t\f\v]*", r"^[ \t]*")], ["form_feed"]),
    Defence("redefinitions", [(DIRECTIVE, 'directive in ("define", "undef") and', "False and")],
            ["macro_redefined", "main_by_macro"], said=("macro_redefined", "main_by_macro")),
    Defence("#line", [(DIRECTIVE, 'directive == "line"', "False")], ["line_directive"]),
    Defence("attributes", [("grading.refuse:refused_text", "attributes_of(code) - attributes_of(own) - ATTRIBUTES", "set()")],
            ["section_name", "unsanitised", "ends_before_main_by_attribute"], said=("ends_before_main_by_attribute",)),
    Defence("attributes of gnu::, and resolvers", [(WORDS, "__gnu__", ""), ("grading.refuse:parse_symbols", 'or kind == "i"', "")],
            ["resolver"]),
    Defence("the inside of FILE", [(WORDS, "_fileno", "")], ["file_number"], said=("file_number",)),
    Defence("builtins of the processor", [(WORDS, "__builtin_(?:ia32", "")], ["processor_builtin"]),
    Defence("builtins of the stack", [(WORDS, "frame_address", "")], ["finds_its_frame"]),
    Defence("members of the harness", [("grading.refuse:refused_text", "set(INSIDE.findall(code)) - set(INSIDE.findall(own))", "set()"),
                                       ANY_SYMBOL], ["takes_the_record", "reads_the_truth"]),
]

SYMBOLS = [
    Defence("names of functions", [ANY_SYMBOL],
            ["ends_at_once", "kills_its_parent", "loads_a_library", "managed_memory", "network", "preloads", "reads_the_request",
             "reads_the_solution", "reference_called", "removes_files", "signals", "starts_a_shell", "traces", "threads", "fork_bomb",
             "writes_into_the_project"],
            said=("ends_at_once", "preloads", "reads_the_request", "reference_called", "starts_a_shell"), build=("fork_bomb", "threads")),
    Defence("definitions", [ANY_DEFINITION],
            ["replaces_a_library_call", "replaces_new", "replaces_malloc", "main_redefined", "replaces_a_cuda_call",
             "replaces_the_check"],  # of the last three the linker says that they are there twice
            said=("replaces_a_library_call", "main_redefined", "replaces_a_cuda_call", "replaces_the_check")),
    Defence("large variables", [("grading.refuse:MOST_VARIABLES", None, 1 << 30), ("grading.trial:MOST_CARRIED", None, 1 << 30),
                                (FAULT, 'model.said.get("downloaded")', "False")], ["stash"]),
    Defence("variables in each launch", [("grading.trial:MOST_CARRIED", None, 1 << 30)], ["stash_in_the_kernel_part"]),
    Defence("launches that are not counted", [(FAULT, 'said["uncounted"] > model', "False and model")],
            ["stash_by_slices", "works_uncounted"]),
    Defence("files outside", [("grading.refuse:refused_files", "faults = []", "return []")],
            ["includes_the_process", "includes_standard_input"], said=("includes_the_process",)),
]

SHOWN = 'Path("/honest/vecadd_bytes.cu"): self.root / "lab/exercises/vecadd_bytes/solution.cu"'
HIDDEN = [
    Defence("what the compiler sees", [("grading.stage:Stage.mounts", 'self.folder / "root"', "self.root"),
                                       ("grading.compiler:SandboxCompiler.run", "{**self.stage.mounts(),", f"{{{SHOWN}, **self.stage.mounts(),"),
                                       ("grading.sandbox:Sandbox.system", '["--ro-bind", "/usr", "/usr"]',
                                        '["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc"]'),
                                       ("grading.refuse:refused_files", "faults = []", "return []")],
            ["includes_the_solution", "includes_the_version", "includes_another_submission", "includes_passwd"],
            said=("includes_passwd",)),
]

JUDGE = [
    Defence("the check outside", [(FAULT, "if not outcome.right", "if False"), (FAULT, 'model.said.get("downloaded")', "False")],
            ["says_ok", "meant_to_be_wrong", "host_returns"]),
    Defence("refused inputs", [(FAULT, "model is None or model.refused else", "True else")], ["refuses_everything"]),
    Defence("results that are missing", [("grading.bench:SandboxBench.self_test", "lines.append(f\"v{exercise.version}: {name}: the "
                                          "program ended: {how_it_failed(played.ran)}\")", "pass"),
                                         ("grading.bench:SandboxBench.counted", "played.ran.code or 1", "0")],
            ["ends_well", "ends_before_main"]),
    Defence("results of the host", [(FAULT, 'model.said.get("downloaded")', "False")], ["count_on_the_host"]),
    Defence("copies to the host", [(FAULT, "said[way][what] > most", "False")], ["downloads_the_input"]),
    Defence("text that a terminal obeys", [("grading.grade:harmless", "c.isprintable()", "True")], ["exception_with_escapes"],
            said=("exception_with_escapes",)),
    Defence("the blindfold", [(FAULT, 'model.said.get("downloaded")', "False")], ["host_computes", "host_returns"],
            cpp=[("common/program/judge.cpp", "    ladder->hide_input(request.seed + number);\n", "")]),
    # The program then gets further than to its first input.
    Defence("the reference in another process", [], ["answer_found_in_memory"], said=("answer_found_in_memory",),
            cpp=[("common/program/judge.cpp", "    ladder->hide_input(request.seed + number);\n", "    ladder->run_cpu(0);\n")]),
    Defence("freed memory is wiped", [], ["finds_freed_values"],
            cpp=[("common/program/judge.cpp", "    mallopt(M_PERTURB, 0x5A);  // what is freed is wiped: no true value stays behind\n", "")]),
    Defence("the claimed chain's limit", [], ["claims_a_chain"],
            checker=[("common/program/judge.cpp", "std::min(claimed, kMostAdditions)", "claimed")]),
]

BUDGETS = [
    Defence("processor time", [(LIMITED, 'f"--cpu={limits.seconds}:{limits.seconds + 1}", ', "")],
            ["endless_loop", BOX + "processor_time_is_limited"],
            gentle={"endless_loop": ("    for (volatile int i = 0;; i = i + 1)\n", f"    {LOOP.format(3)}\n"), "endless_loop+": ('#include "vecadd.h"\n', CLOCK)},
            tight=[("grading.trial:play", "int(10 + 10 * model.ran.seconds)", "1"), ("grading.trial:play", "1.5 * seconds", "60")]),
    Defence("the compiler's time", [(LIMITED, 'f"--cpu={limits.seconds}:{limits.seconds + 1}", ', "")],
            ["endless_templates", "macro_bomb"], said=("endless_templates", "macro_bomb"),
            gentle={"endless_templates": ("Tree<29, 1>", "Tree<17, 1>"), "macro_bomb": ("0 M12", "0 M4 M4")},
            tight=[("grading.compiler:COMPILING.seconds", None, 1)]),
    Defence("output", [(LIMITED, 'f"--fsize={limits.output}",', "")],
            ["endless_output", BOX + "output_is_limited", BOX + "the_size_of_files_is_limited"],
            gentle={"endless_output": ("while (true)", "for (int i = 0; i < 400'000; ++i)")},
            tight=[("grading.trial:RUNNING.output", None, 1 << 20)]),
    Defence("memory that is asked for", [(LIMITED, 'f"--data={limits.reserved}", ', "")],
            ["includes_a_device", BOX + "memory_that_is_asked_for_is_limited"], said=("includes_a_device",),
            tight=[("grading.compiler:COMPILING.memory", None, 600 << 20)]),  # the second limit, so that this one may be missing
    Defence("memory that is filled", [("grading.sandbox:ended_in_time", "memory_of(pid) > limits.memory", "False")],
            ["fills_memory", BOX + "memory_that_is_filled_is_limited"],
            gentle={"fills_memory": ("std::size_t pieces = 0; pieces < 3000;", "static int pieces = 0; pieces < 40 || (pieces++ == 40 && nanosleep(new timespec{1, 0}, nullptr));"),
                    "fills_memory+": ('#include "vecadd.h"\n', CLOCK)},
            tight=[("grading.trial:RUNNING.memory", None, 400 << 20)]),
    Defence("time", [("grading.sandbox:ended_in_time", "end = time.monotonic() + limits.wall", "end = time.monotonic() + 60")],
            [BOX + "time_is_limited"]),
    Defence("files in /tmp", [(INSIDE_BOX, '"--size", str(limits.disk), ', "")], [BOX + "tmp_is_limited"]),
    Defence("the number of processes", [(LIMITED, 'f"--nproc={limits.processes}", ', "")], [BOX + "the_number_of_processes_is_limited"]),
]

ALL_BUT = '"--unshare-all"'
ENVIRONMENT = ("grading.sandbox:Sandbox.wait_for", "if self.safe else None", "and None")
PROCESS_1 = (INSIDE_BOX, '"--tmpfs", "/proc/1", "--remount-ro", "/proc/1", ', "")
SANDBOX = [
    Defence("files that are not the system's", [("grading.sandbox:Sandbox.system", '["--ro-bind", "/usr", "/usr"]',
                                                 '["--ro-bind", "/", "/"]')], [BOX + "shows_no_files_but_the_systems"]),
    Defence("the read-only system", [("grading.sandbox:Sandbox.system", '["--ro-bind", "/usr", "/usr"]', '["--bind", "/usr", "/usr"]')],
            [BOX + "the_system_and_the_root_cannot_be_written"]),
    Defence("the read-only root", [(INSIDE_BOX, 'words += ["--remount-ro", "/"]', "pass")], [BOX + "the_root_takes_no_memory"]),
    Defence("read-only views", [(INSIDE_BOX, '["--ro-bind", str(path), str(path)]', '["--bind", str(path), str(path)]')],
            [BOX + "what_is_shown_cannot_be_written"]),
    Defence("read-only views by other paths", [(INSIDE_BOX, '["--ro-bind", str(here), str(there)]', '["--bind", str(here), str(there)]')],
            [BOX + "what_is_shown_cannot_be_written"]),
    Defence("the private /tmp", [(INSIDE_BOX, '"--size", str(limits.disk), "--tmpfs", "/tmp"', '"--bind", "/tmp", "/tmp"')],
            [BOX + "tmp_is_private"]),
    Defence("the empty environment", [ENVIRONMENT, (INSIDE_BOX, '"--clearenv", ', "")], [BOX + "knows_nothing_of_the_environment"]),
    Defence("the grader's environment", [ENVIRONMENT, PROCESS_1], [BOX + "knows_nothing_of_the_environment"]),
    Defence("the grader's command line", [PROCESS_1], [BOX + "knows_nothing_of_the_graders_command_line"]),
    Defence("the network", [(INSIDE_BOX, ALL_BUT, '"--unshare-all", "--share-net"')], [BOX + "has_no_network"]),
    Defence("processes outside", [(INSIDE_BOX, ALL_BUT, '"--unshare-user", "--unshare-net", "--unshare-ipc", "--unshare-uts"')],
            [BOX + "cannot_reach_processes_outside", BOX + "what_it_started_is_dead_afterwards"]),
    Defence("capabilities", [(INSIDE_BOX, '"--cap-drop", "ALL", ', "")], [BOX + "has_no_rights"]),
    Defence("the end with the grader", [(INSIDE_BOX, '"--die-with-parent", ', "")], [BOX + "nothing_survives_the_grader"]),
    Defence("the end of all", [("grading.sandbox:Sandbox.end_all", "self.running.stop_all()", "pass")], [BOX + "end_all_ends_what_runs"]),
    Defence("the filter's calls", [("grading.seccomp:compiled", "for number in refused_numbers(machine):", "for number in ():")],
            [BOX + "the_filter_refuses_sockets_tracing_and_signals", BOX + "the_filter_refuses_families_of_calls"]),
    Defence("abort()", [("grading.seccomp:compiled", "JUMP_EQUAL, signal.SIGABRT, 1, 0", "JUMP_EQUAL, signal.SIGABRT, 0, 0")],
            [BOX + "the_filter_lets_abort_end_a_program"]),
    Defence("the filter's processes", [("grading.seccomp:compiled", "return b\"\".join(program)",
                                        "return b\"\".join(program[:-5] + [instruction(RETURN, ALLOW)])")],
            [BOX + "the_filter_refuses_processes"]),
    Defence("the filter's threads", [("grading.seccomp:compiled", "JUMP_SET, CLONE_THREAD, 1, 0", "JUMP_SET, CLONE_THREAD, 0, 0")],
            [BOX + "the_filter_allows_threads"]),
]

ARCHIVE, STUDENTS = "grading.archives:", "grading.students:"
COLLECTED = [
    Defence("links to files", [(READ, "os.O_NOFOLLOW | ", "")], [COLLECT + "Files.test_a_link_is_not_followed"]),
    Defence("links at the top", [("grading.submissions:read_any", "if entry.is_symlink():", "if False:"),
                                 ("grading.submissions:read_any", "elif entry.is_dir(follow_symlinks=False):", "elif entry.is_dir():")],
            [COLLECT + "Files.test_a_linked_folder_is_not_followed"]),
    Defence("links to folders", [(FIND, "entry.is_dir(follow_symlinks=False)", "entry.is_dir()")],
            [COLLECT + "Files.test_a_linked_folder_below_is_not_followed"]),
    Defence("pipes", [(READ, "os.O_NONBLOCK | ", "")], [COLLECT + "Files.test_a_pipe_is_not_waited_for"]),
    Defence("devices", [(READ, "not stat.S_ISREG(os.fstat(file).st_mode)", "False")], [COLLECT + "Files.test_a_device_is_not_read"]),
    Defence("the size of files", [(READ, "opened.read(MOST_BYTES + 1)", "opened.read()")], [COLLECT + "Files.test_a_huge_file_is_not_read"]),
    Defence("the number of files", [(FIND, "seen > MOST_ENTRIES", "False")], [COLLECT + "Files.test_many_files_are_not_all_read"]),
    Defence("names that lead outside", [(ARCHIVE + "member_path", "path.is_absolute() or", "False and")],
            [COLLECT + "Archives.test_names_that_lead_outside"]),
    Defence("links in a tar", [(ARCHIVE + "read_tar", "not member.isreg()", "False")], [COLLECT + "Archives.test_links_in_an_archive"]),
    Defence("links in a zip", [(ARCHIVE + "is_link", "not stat.S_ISLNK(member.external_attr >> 16)", "True")],
            [COLLECT + "Archives.test_links_in_an_archive"]),
    Defence("the size of a zip's files", [(ARCHIVE + "content_of", "opened.read(MOST_BYTES + 1)", "opened.read()[:MOST_BYTES]")],
            [COLLECT + "Archives.test_a_bomb_in_one_file"]),
    Defence("what a zip unpacks to", [(ARCHIVE + "read_zip", "unpacked > MOST_UNPACKED", "False")],
            [COLLECT + "Archives.test_a_bomb_in_many_files_of_a_zip"]),
    Defence("what a tar unpacks to", [(ARCHIVE + "LimitedReader.read", "self.left < 0", "False")],
            [COLLECT + "Archives.test_a_bomb_in_a_tar"]),
    Defence("a zip's entries", [(ARCHIVE + "opened_zip", "entries > times * MOST_ENTRIES", "False")],
            [COLLECT + "Archives.test_many_entries"]),
    Defence("a tar's entries", [(ARCHIVE + "read_tar", "entries > MOST_ENTRIES", "False")], [COLLECT + "Archives.test_many_entries"]),
    Defence("errors of broken archives", [("grading.submissions:read_entry", "except Exception as error",
                                           "except (archives.BadArchive, OSError, EOFError, archives.zipfile.BadZipFile, archives.tarfile.TarError) as error")],
            [COLLECT + "Archives.test_broken_archives", COLLECT + "Archives.test_a_password"]),
    Defence("file names of reports", [(STUDENTS + "new_slugs", '"[^A-Za-z0-9._-]"', '"[^A-Za-z0-9._ /-]"')],
            [COLLECT + "Names.test_no_name_leads_elsewhere"]),
    Defence("reports that two share", [(STUDENTS + "new_slugs", "slug.lower() in used", "False")],
            [COLLECT + "Names.test_no_two_names_share_a_report"]),
    Defence("formulas", [("grading.outputs:cell", "text[:1] in tuple", "False and tuple")], [COLLECT + "Names.test_no_cell_is_a_formula"]),
    Defence("characters that XML has not", [("grading.outputs:xml_text", 're.sub("', 'text if True else re.sub("'),
                                            ("grading.outputs:printable", 'c if c.isprintable() else', "c if True else")],
            [COLLECT + "Names.test_a_name_stays_in_its_cell_and_its_element", COLLECT + "Names.test_a_terminal_obeys_nothing"]),
    Defence("Markdown in names", [("grading.outputs:report", "if markdown else printable(text)", "if False else printable(text)")],
            [COLLECT + "Names.test_a_name_is_no_markup"]),
    Defence("indented output", [("grading.outputs:report", '["    " + line for', '["" + line for')],
            [COLLECT + "Names.test_output_is_no_line_of_the_report"]),
    Defence("numbers that are none", [("goals:number_of", " and math.isfinite(float(value[0]))", "")],
            [COLLECT + "Predictions.test_odd_answers_are_wrong"]),
    Defence("the byte order mark of TOML", [("goals:Judge.judge_answers", "utf-8-sig", "utf-8")],
            [COLLECT + "Predictions.test_a_windows_file_is_read"]),
]

DEFENCES = TEXT + SYMBOLS + HIDDEN + JUDGE + BUDGETS + SANDBOX + COLLECTED
