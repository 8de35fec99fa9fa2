# shellcheck shell=bash
# The sweeps of scripts/measure --sizes: rate over size, of a ladder's last version and of its library. To be sourced from
# scripts/measure, which sets $bin, $out, $seconds (0: no limit), $points (0: all) and $wanted (ladders; none: all).
#
# sweep <ladder> <option> <size>... [-- <more options>]   writes $out/sizes/<ladder>.json, smallest size first:
#
#   {"ladder": "reduce", "option": "-n", "runs": [{"size": 16384, "program": "reduce_v6", "run": <what --json gives>}, ...]}
#
# A run that fails is named on stderr and left out. Sizes begin where a launch takes longer than the work, and end where
# the GPU is saturated: four times as much would be no faster.
sweeps() {
    sweep count -n 4Ki 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 256Mi
    sweep vecadd -n 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 128Mi
    sweep saxpy -n 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 128Mi
    # The lesson of access is the distance between lanes, not the size.
    only=v5 sweep access --stride 1 2 4 8 16 32 64 128 -- -n 32Mi
    sweep layout -n 4Ki 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 32Mi
    sweep transpose -n 128 256 512 1Ki 2Ki 4Ki 8Ki 16Ki
    sweep hist -n 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 256Mi 1Gi
    sweep reduce -n 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 256Mi
    sweep scan -n 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 256Mi
    sweep matmul_bf16 -n 128 256 512 1024 2048 4096 8192 16384 -- --no-cpu
    # v12 and v13 use the tensor cores, which the library's SGEMM does not.
    only=v11 sweep matmul -n 64 128 256 512 1024 2048 4096 8192
    sweep shortcut -n 64 128 256 512 1024 2048 4096 8192
    sweep conv1d -n 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 256Mi
    sweep conv2d -n 128 256 512 1Ki 2Ki 4Ki 8Ki 16Ki -- --mask 31
    # v9 refuses the large boards.
    only=v8 sweep gol -n 128 256 512 1Ki 2Ki 4Ki 8Ki 16Ki -- --start random --generations 64
    sweep nbody -n 1Ki 2Ki 4Ki 8Ki 16Ki 32Ki 64Ki 128Ki
    sweep spmv -n 1Ki 4Ki 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi
    sweep bfs -n 1Ki 4Ki 16Ki 64Ki 256Ki 1Mi 2Mi 4Mi
    sweep stream -n 16Ki 64Ki 256Ki 1Mi 4Mi 16Mi 64Mi 128Mi
}

only=  # the version to run, if it is not the last one

# reduce -> reduce_v6 reduce_lib, as far as they are built
programs_of() {
    local last
    last=$(cd "$bin" && find . -maxdepth 1 -name "$1_v[0-9]*" | sed 's,^\./,,' | sort -V | tail -n 1)
    [ -z "$only" ] || last=$1_$only
    [ -x "$bin/$last" ] && [ -n "$last" ] && echo "$last"
    [ -x "$bin/$1_lib" ] && echo "$1_lib"
    return 0
}

number_of() {  # 4Ki -> 4096
    local suffix=${1##*[0-9]} number
    number=${1%"$suffix"}
    case $suffix in Ki) number=$((number << 10)) ;; Mi) number=$((number << 20)) ;; Gi) number=$((number << 30)) ;; esac
    echo "$number"
}

sweep() {
    local ladder=$1 option=$2 sizes=() more=() programs program size runs=0 start=$SECONDS file=$out/sizes/$1.json
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do sizes+=("$1") && shift; done
    [ $# -eq 0 ] || more=("${@:2}")
    case " ${wanted[*]-} " in "  " | *" $ladder "*) ;; *) return 0 ;; esac
    [ "$points" -eq 0 ] || sizes=("${sizes[@]:0:$points}")
    mapfile -t programs < <(programs_of "$ladder")
    if [ ${#programs[@]} -eq 0 ]; then
        echo "scripts/measure: $ladder: not built" >&2
        failed=yes
        return
    fi

    mkdir -p "$out/sizes"
    printf '{"ladder": "%s", "option": "%s", "runs": [' "$ladder" "$option" >"$file.part"
    for size in "${sizes[@]}"; do
        for program in "${programs[@]}"; do
            if [ "$seconds" -gt 0 ] && [ $SECONDS -ge "$seconds" ]; then
                echo "scripts/measure: $ladder: not measured, as $seconds s are over" >&2
                rm "$file.part"
                failed=yes
                return
            fi
            "$bin/$program" "$option" "$size" "${more[@]}" --no-cpu --json "$scratch/run.json" >/dev/null || {
                echo "scripts/measure: $program $option $size: exit code $?" >&2
                failed=yes
                continue
            }
            [ $runs -eq 0 ] || printf ',' >>"$file.part"
            printf '\n{"size": %s, "program": "%s", "run":\n' "$(number_of "$size")" "$program" >>"$file.part"
            cat "$scratch/run.json" >>"$file.part"
            printf '}' >>"$file.part"
            runs=$((runs + 1))
        done
    done
    printf '\n]}\n' >>"$file.part"
    mv "$file.part" "$file"
    echo "scripts/measure: $ladder: $runs runs of ${programs[*]} in $((SECONDS - start)) s" >&2
}
