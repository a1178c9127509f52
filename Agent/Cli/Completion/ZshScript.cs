using System.Text;
using IwTune.Agent.Cli.Manual;

namespace IwTune.Agent.Cli.Completion;

/// <summary>For zsh's completion system, as a function file or sourced.</summary>
internal static class ZshScript
{
    public static string Of(CommandSheet program)
    {
        var (valued, here) = (Choices.Valued(program), Choices.ValuedHere(program));
        var script = new StringBuilder(
            """
            #compdef iwtune
            # zsh completion for iwtune. Made by: iwtune completion zsh
            _iwtune() {
                local at=iwtune word prev=${words[CURRENT-1]} files=
                local -i i
                local -a commands options
                for ((i = 2; i < CURRENT; i++)); do
                    word=${words[i]}
                    case $word in

            """
        );
        script.Append($"            ({string.Join('|', valued.SelectMany(Choices.Names))}) ((i++)); continue ;;\n");
        script.Append(
            """
                    esac
                    case "$at $word" in

            """
        );
        script.Append($"            ({string.Join('|', here.Select(one => $"'{one.Path}'"))}) ((i++)); continue ;;\n");
        script.Append(
            """
                        (*' -'*) continue ;;
                    esac
                    case "$at $word" in

            """
        );
        script.Append(
            $"            ({string.Join('|', program.All.Skip(1).Select(command => $"'{Choices.PathOf(command)}'"))}) at=\"$at $word\" ;;\n"
        );
        script.Append(
            """
                    esac
                done
                if [[ $PREFIX == --*=* ]]; then
                    prev=${PREFIX%%=*}
                    compset -P 1 '*='
                fi
                case "$at $prev" in

            """
        );
        foreach (var (path, option) in here)
            script.Append($"        ('{path}') {Value(option)}; return ;;\n");
        script.Append("    esac\n    case $prev in\n");
        foreach (var option in valued)
            script.Append($"        ({string.Join('|', Choices.Names(option))}) {Value(option)}; return ;;\n");
        script.Append("    esac\n    case $at in\n");
        foreach (var command in program.All)
            script.Append(Command(command));
        return script
            .Append(
                """
                    esac
                    if [[ $PREFIX == -* ]]; then
                        _describe -o option options
                    elif (( $#commands )); then
                        _describe command commands
                    elif [[ -n $files ]]; then
                        _files
                    fi
                }
                if [[ $funcstack[1] == _iwtune ]]; then
                    _iwtune "$@"
                else
                    compdef _iwtune iwtune
                fi

                """
            )
            .ToString();
    }

    private static string Command(CommandSheet command)
    {
        var script = new StringBuilder($"        ('{Choices.PathOf(command)}')\n            commands=(\n");
        foreach (var sub in command.Commands)
            script.Append($"                {Item(sub.Name, sub.Description)}\n");
        foreach (var word in Choices.Words(command))
            script.Append($"                {Choices.Quoted(word)}\n");
        script.Append("            )\n            options=(\n");
        foreach (var option in command.Options)
        foreach (var name in Choices.Names(option))
            script.Append($"                {Item(name, option.Description)}\n");
        return script.Append($"            )\n            files={(Choices.TakesFile(command) ? "yes" : "")} ;;\n").ToString();
    }

    private static string Value(OptionSheet option) =>
        option switch
        {
            { Words.Count: > 0 } => $"compadd -- {string.Join(' ', option.Words)}",
            { Kind: ValueKind.File } => "_files",
            { Kind: ValueKind.Directory } => "_files -/",
            _ => $"_message {Choices.Quoted(option.Value)}",
        };

    /// <summary>The first colon ends the word.</summary>
    private static string Item(string word, string description) => Choices.Quoted($"{word}:{description}");
}
