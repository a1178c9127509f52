using IwTune.Agent.Cli.Manual;

namespace IwTune.Agent.Cli.Completion;

/// <summary>What the three scripts have in common.</summary>
internal static class Choices
{
    public static string PathOf(CommandSheet command) => string.Join(' ', command.Path);

    /// <summary>Every option that is followed by a value, once by name: an option means the same wherever it stands.</summary>
    public static IReadOnlyList<OptionSheet> Valued(CommandSheet program) =>
        [.. program.All.SelectMany(command => command.Options).Where(option => option.Value.Length > 0).DistinctBy(option => option.Name, StringComparer.Ordinal)];

    /// <summary>Words that may stand for the command's arguments.</summary>
    public static IEnumerable<string> Words(CommandSheet command) => command.Arguments.SelectMany(argument => argument.Words);

    public static bool TakesFile(CommandSheet command) => command.Arguments.Any(argument => argument.Kind == ValueKind.File);

    /// <summary>Names with their short forms.</summary>
    public static IEnumerable<string> Names(OptionSheet option) => option.Short.Length > 0 ? [option.Short, option.Name] : [option.Name];

    /// <summary>In single quotes of a POSIX shell, and of zsh.</summary>
    public static string Quoted(string text) => $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
