# Completion of tusk for fish. The program itself knows its options, verbs, parameters and values.

function __tusk_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    # A quotation mark that opens the word is the shell's.
    set -l plain (string replace -r '^["\']' '' -- $typed)
    # The program that is installed, because a Tab must not run a file of the folder.
    command tusk __complete -- $words[2..] "$plain" 2>/dev/null
    or __fish_complete_path "$plain"
end

complete -c tusk -f -a '(__tusk_complete)'
