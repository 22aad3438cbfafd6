#compdef homepwner
# Completion of homepwner for zsh.
_homepwner() {
    local -a lines words_given
    local line
    words_given=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
    lines=("${(@f)$(homepwner complete -- "${words_given[@]}" 2>/dev/null)}")
    case $lines[1] in
        :files) _files; return ;;
        :folders) _files -/; return ;;
    esac
    local -a candidates
    for line in $lines; do
        if [[ $line == *$'\t'* ]]; then
            candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        elif [[ -n $line ]]; then
            candidates+=("${line//:/\\:}")
        fi
    done
    _describe -V homepwner candidates
}
_homepwner "$@"
