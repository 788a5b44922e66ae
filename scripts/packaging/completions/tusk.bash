# Completion of tusk for bash. The program itself knows its options, verbs, parameters and values.

_tusk() {
  local cur words cword line text output takes_files
  # Without the separation at : = and @, which references and options contain.
  _get_comp_words_by_ref -n ':=@' cur words cword
  # A quotation mark that opens the word, as in 'fav stat, is the shell's.
  local quote=
  case $cur in [\"\']*) quote=${cur:0:1} cur=${cur:1} ;; esac
  local earlier=("${words[@]:1:cword-1}")
  earlier=("${earlier[@]#[\"\']}")
  earlier=("${earlier[@]%[\"\']}")

  # The program that is installed, because a Tab must not run a file of the folder.
  output=$(command tusk __complete -- "${earlier[@]}" "$cur" 2>/dev/null)
  takes_files=$?
  COMPREPLY=()
  while IFS= read -r line; do
    text=${line%%$'\t'*}
    [ -n "$text" ] || continue
    # In quotes, nothing may be inserted that the shell would carry out.
    case $quote in
      \') [[ $text != *\'* ]] || continue ;;
      \") [[ $text != *[\"\$\`\\]* ]] || continue ;;
    esac
    case $text in *[=:/]) compopt -o nospace ;; esac
    [ -n "$quote" ] || printf -v text %q "$text"
    COMPREPLY+=("$text")
  done <<<"$output"
  # The shell would close the quotation after an only word, although the line goes on.
  case $quote${COMPREPLY[0]} in [\"\']*[=:]) [ ${#COMPREPLY[@]} != 1 ] || COMPREPLY+=("${COMPREPLY[0]}…") ;; esac
  if [ "$takes_files" = 1 ]; then
    [ ${#COMPREPLY[@]} != 0 ] || compopt -o filenames
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
  fi
  # Outside quotes, the shell replaces only what follows the last of the characters at which it separates words.
  local each breaks=
  for each in : = @; do case $COMP_WORDBREAKS in *$each*) breaks+=$each ;; esac; done
  [ -z "$quote" ] && [ -n "$breaks" ] || return 0
  local kept=${cur%"${cur##*["$breaks"]}"}
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}

complete -F _tusk tusk
