# Completion of homepwner for fish.
function __homepwner_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process) (commandline --current-token --cut-at-cursor)
    set -l candidates (command homepwner complete -- $words[2..-1] 2>/dev/null)
    switch "$candidates[1]"
        case :files
            __fish_complete_path (commandline --current-token)
        case :folders
            __fish_complete_directories (commandline --current-token)
        case '*'
            string join \n -- $candidates
    end
end
complete --command homepwner --no-files --keep-order --arguments '(__homepwner_complete)'
