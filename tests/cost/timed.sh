# timed.sh <what> <command>...: runs the command, and adds its processor time to the file $LADDERS_COSTS, as a line
# "<user> <system> <what>".
TIMEFORMAT="%U %S $1"
shift
{ time "$@" 2>&3; } 3>&2 2>>"$LADDERS_COSTS"
