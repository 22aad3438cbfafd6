# Completion of homepwner for bash, with the library bash-completion.
_homepwner() {
    local cur prev words cword line word
    _get_comp_words_by_ref -n "=:" cur prev words cword || return
    local given=()
    for word in "${words[@]:1:cword}"; do
        word=${word//\\/}
        word=${word#[\"\']}
        given+=("${word%[\"\']}")
    done
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files) _filedir; return ;;
            :folders) _filedir -d; return ;;
        esac
        line=${line%%$'\t'*}
        # Inside quotes the word stays as it is.
        case $cur in
            [\"\']*) COMPREPLY+=("$line") ;;
            *) COMPREPLY+=("$(printf %q "$line")") ;;
        esac
    done < <(homepwner complete -- "${given[@]}" 2>/dev/null)
    case ${COMPREPLY[0]-} in
        *: | *=) compopt -o nospace ;;
    esac
    __ltrim_colon_completions "$cur"
}
complete -F _homepwner homepwner
