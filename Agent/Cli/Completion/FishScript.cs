using System.Text;
using IwTune.Agent.Cli.Manual;

namespace IwTune.Agent.Cli.Completion;

/// <summary>For fish 3 and newer.</summary>
internal static class FishScript
{
    public static string Of(CommandSheet program)
    {
        var script = new StringBuilder(
            """
            # fish completion for iwtune. Made by: iwtune completion fish
            function __iwtune_at --description 'Is this the command that is being typed?'
                # Asked once for each command of the program with every key: the line is read once.
                set -l words (commandline -opc)
                if test "$words" = "$__iwtune_words"
                    test "$__iwtune_command" = "$argv"
                    return
                end
                set -l at iwtune
                set -l skip no
                for word in $words[2..-1]
                    if test $skip = yes
                        set skip no
                        continue
                    end
                    switch $word

            """
        );
        script.Append($"            case {string.Join(' ', Choices.Valued(program).SelectMany(Choices.Names))}\n");
        script.Append(
            """
                            set skip yes
                            continue
                    end
                    switch "$at $word"

            """
        );
        script.Append($"            case {string.Join(' ', Choices.ValuedHere(program).Select(one => $"'{one.Path}'"))}\n");
        script.Append(
            """
                            set skip yes
                            continue
                        case '* -*'
                            continue
                    end
                    switch "$at $word"

            """
        );
        script.Append($"            case {string.Join(' ', program.All.Skip(1).Select(command => $"'{Choices.PathOf(command)}'"))}\n");
        script.Append(
            """
                            set at "$at $word"
                    end
                end
                set -g __iwtune_words "$words"
                set -g __iwtune_command "$at"
                test "$at" = "$argv"
            end
            complete -c iwtune -f

            """
        );
        foreach (var command in program.All)
            Append(script, command);
        return script.ToString();
    }

    private static void Append(StringBuilder script, CommandSheet command)
    {
        var at = $"complete -c iwtune -n '__iwtune_at {Choices.PathOf(command)}'";
        foreach (var sub in command.Commands)
            script.Append($"{at} -a {sub.Name} -d {Quoted(sub.Description)}\n");
        foreach (var word in Choices.Words(command))
            script.Append($"{at} -a {Quoted(word)}\n");
        if (Choices.TakesFile(command))
            script.Append($"{at} -F\n");
        foreach (var option in command.Options)
        {
            var names = $"{(option.Short.Length > 0 ? $" -s {option.Short[1..]}" : "")} -l {option.Name.TrimStart('-')}";
            script.Append($"{at}{names}{Value(option)} -d {Quoted(option.Description)}\n");
        }
    }

    private static string Value(OptionSheet option) =>
        option switch
        {
            { Value.Length: 0 } => "",
            { Words.Count: > 0 } => $" -x -a {Quoted(string.Join(' ', option.Words))}",
            { Kind: ValueKind.File } => " -r -F",
            { Kind: ValueKind.Directory } => " -x -a '(__fish_complete_directories)'",
            _ => " -x",
        };

    /// <summary>fish knows two escapes inside single quotes.</summary>
    private static string Quoted(string text) =>
        $"'{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}'";
}
