using System.Text;
using IwTune.Agent.Cli.Manual;

namespace IwTune.Agent.Cli.Completion;

/// <summary>For bash 4 and newer; needs no bash-completion.</summary>
internal static class BashScript
{
    public static string Of(CommandSheet program)
    {
        var (valued, here) = (Choices.Valued(program), Choices.ValuedHere(program));
        var script = new StringBuilder(
            """
            # bash completion for iwtune. Made by: iwtune completion bash
            _iwtune() {
                local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" at=iwtune word i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word="${COMP_WORDS[i]}"
                    case "$word" in

            """
        );
        script.Append($"            {string.Join('|', valued.SelectMany(Choices.Names))})\n");
        script.Append(
            """
                            ((i++))
                            [[ ${COMP_WORDS[i]} == "=" ]] && ((i++))
                            continue ;;
                    esac
                    case "$at $word" in

            """
        );
        script.Append($"            {string.Join('|', here.Select(one => $"\"{one.Path}\""))})\n");
        script.Append(
            """
                            ((i++))
                            [[ ${COMP_WORDS[i]} == "=" ]] && ((i++))
                            continue ;;
                        *" -"*) continue ;;
                    esac
                    case "$at $word" in

            """
        );
        script.Append(
            $"            {string.Join('|', program.All.Skip(1).Select(command => $"\"{Choices.PathOf(command)}\""))}) at=\"$at $word\" "
                + $";;\n"
        );
        script.Append(
            """
                    esac
                done
                if [[ $cur == "=" ]]; then
                    cur=""
                elif [[ $prev == "=" ]]; then
                    prev="${COMP_WORDS[COMP_CWORD-2]}"
                fi
                case "$at $prev" in

            """
        );
        foreach (var (path, option) in here)
            script.Append($"        \"{path}\") {Values(option.Kind, option.Words)}; return ;;\n");
        script.Append("    esac\n    case \"$prev\" in\n");
        foreach (var option in valued)
            script.Append($"        {string.Join('|', Choices.Names(option))}) {Values(option.Kind, option.Words)}; return ;;\n");
        script.Append("    esac\n    case \"$at\" in\n");
        foreach (var command in program.All)
            script.Append(Command(command));
        return script.Append("    esac\n}\ncomplete -F _iwtune iwtune\n").ToString();
    }

    private static string Command(CommandSheet command)
    {
        var options = string.Join(' ', command.Options.SelectMany(Choices.Names));
        string[] words = [.. command.Commands.Select(sub => sub.Name), .. Choices.Words(command)];
        var rest =
            words.Length > 0 ? Values(ValueKind.Other, words) : Values(Choices.TakesFile(command) ? ValueKind.File : ValueKind.Other, []);
        return $"""
                    "{Choices.PathOf(command)}")
                        if [[ $cur == -* ]]; then
                            mapfile -t COMPREPLY < <(compgen -W '{options}' -- "$cur")
                        else
                            {rest}
                        fi ;;

            """;
    }

    private static string Values(ValueKind kind, IReadOnlyList<string> words) =>
        kind switch
        {
            _ when words.Count > 0 => $"mapfile -t COMPREPLY < <(compgen -W '{string.Join(' ', words)}' -- \"$cur\")",
            ValueKind.File => "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")",
            ValueKind.Directory => "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")",
            _ => ":",
        };
}
